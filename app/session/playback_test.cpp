#include "app/session/playback.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/session/counterpart.h"
#include "app/session/fake_results_test.h"
#include "app/session/session.h"

namespace warplens::session {
namespace {

// Four events, the cursor on the first.
struct Staged {
  Staged() : session(catalog::families(), instant_result, {}) {
    EXPECT_TRUE(session.set_stage({"transpose/tile_padded", {}, {}, {}, {}}).has_value());
    while (session.busy()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    session.update(0);
    session.playback().speed = 1;
  }
  [[nodiscard]] double phase() const { return session.playback().shown_phase(); }
  Session session;
};

TEST(Playback, ForwardsEveryAccessRunsFromItsBeginToItsEnd) {
  Staged staged;
  staged.session.toggle_playing();
  double before = 0;
  for (std::size_t event = 0; event < 3; ++event)
    for (int part = 0; part < 10; ++part) {
      EXPECT_EQ(staged.session.cursor().event, event);
      EXPECT_NEAR(staged.phase(), part * 0.1, 1e-6);
      EXPECT_GT(static_cast<double>(event) + staged.phase(), before - 1e-9);
      before = static_cast<double>(event) + staged.phase();
      staged.session.update(0.1 + 1e-9);
    }
}

TEST(Playback, BackwardsEveryAccessRunsFromItsEndToItsBegin) {
  Staged staged;
  staged.session.seek(3);
  staged.session.playback().direction = -1;
  staged.session.toggle_playing();
  EXPECT_EQ(staged.phase(), 1);
  staged.session.update(0.75);
  EXPECT_EQ(staged.session.cursor().event, 3u);
  EXPECT_NEAR(staged.phase(), 0.25, 1e-9);
  staged.session.update(0.5);
  EXPECT_EQ(staged.session.cursor().event, 2u);
  EXPECT_NEAR(staged.phase(), 0.75, 1e-9);
  staged.session.update(10);
  EXPECT_EQ(staged.session.cursor().event, 0u);
  EXPECT_FALSE(staged.session.playback().is_moving());
}

TEST(Playback, PauseFreezesInTheMiddleAndPlayGoesOnFromThere) {
  Staged staged;
  staged.session.toggle_playing();
  staged.session.update(0.4);
  staged.session.toggle_playing();
  EXPECT_FALSE(staged.session.playback().is_moving());
  EXPECT_NEAR(staged.phase(), 0.4, 1e-9);
  staged.session.update(5);
  EXPECT_NEAR(staged.phase(), 0.4, 1e-9);
  staged.session.toggle_playing();
  staged.session.update(0.1);
  EXPECT_EQ(staged.session.cursor().event, 0u);
  EXPECT_NEAR(staged.phase(), 0.5, 1e-9);
}

TEST(Playback, PausedInTheMiddleOfTheLastAccessItDoesNotStartOver) {
  Staged staged;
  staged.session.seek(3);
  staged.session.playback().hold(0.5);
  staged.session.toggle_playing();
  EXPECT_EQ(staged.session.cursor().event, 3u);
}

TEST(Playback, MotionTooFastToSeeIsShownAtRest) {
  Staged staged;
  staged.session.playback().speed = 64;
  staged.session.toggle_playing();
  staged.session.update(0.005);
  EXPECT_EQ(staged.phase(), 1);
  staged.session.toggle_playing();
  EXPECT_EQ(staged.phase(), 1);
}

TEST(Playback, AStepOnGlidesAndAStepBackOrASeekDoesNot) {
  Staged staged;
  staged.session.step(1);
  EXPECT_TRUE(staged.session.playback().is_moving());
  EXPECT_EQ(staged.phase(), 0);
  staged.session.update(0.5);
  EXPECT_NEAR(staged.phase(), 0.5, 1e-9);
  staged.session.update(0.6);
  EXPECT_FALSE(staged.session.playback().is_moving());
  EXPECT_EQ(staged.phase(), 1);
  staged.session.step(-1);
  EXPECT_EQ(staged.phase(), 1);
  staged.session.seek(2);
  EXPECT_EQ(staged.phase(), 1);
}

TEST(Playback, AtTheSlowestSpeedASecondShowsAQuarterOfAnAccess) {
  Staged staged;
  staged.session.playback().speed = kSpeeds.front();
  staged.session.toggle_playing();
  staged.session.update(1);
  EXPECT_NEAR(staged.phase(), 0.25, 1e-9);
}

TEST(Counterpart, IsTheSameOccurrenceInTheSameBlockAndWarp) {
  auto trace = std::make_shared<trace::Trace>();
  trace->sites = {site_at(2, trace::EventKind::store, trace::Space::shared),
                  site_at(4, trace::EventKind::load, trace::Space::shared)};
  trace->totals.resize(2);
  // Warps alternate; each stores once and loads twice.
  for (const std::uint32_t site : {0u, 1u, 1u})
    for (std::uint32_t warp = 0; warp < 2; ++warp) {
      trace::EventView event;
      event.site = site;
      event.warp = warp;
      event.mask = 1;
      trace->events.append(event, true, false);
    }
  KernelResult two_warps;
  two_warps.launches.push_back(analyse(trace));
  const KernelResultPtr one_warp = column_read({}, 32);  // store, barrier, load, load

  EXPECT_EQ(counterpart(two_warps, {0, 5}, two_warps).event, 5u);
  EXPECT_EQ(counterpart(*one_warp, {0, 0}, two_warps).event, 0u);
  EXPECT_EQ(counterpart(*one_warp, {0, 2}, two_warps).event, 2u);
  EXPECT_EQ(counterpart(*one_warp, {0, 3}, two_warps).event, 4u);
  EXPECT_EQ(counterpart(*one_warp, {0, 1}, two_warps).event, 2u);  // no barrier: as far through
  EXPECT_EQ(counterpart(two_warps, {0, 4}, *one_warp).event, 3u);
  EXPECT_EQ(counterpart(two_warps, {0, 5}, *one_warp).event, 3u);  // no such warp: as far through
}

}  // namespace
}  // namespace warplens::session
