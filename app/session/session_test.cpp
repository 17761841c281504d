#include "app/session/session.h"

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <new>
#include <thread>

#include "app/session/edits.h"
#include "app/session/fake_results_test.h"
#include "app/session/occupancy_choice.h"
#include "app/session/result_bytes.h"

namespace warplens::session {
namespace {

using namespace std::chrono_literals;

std::int64_t pitch_of(const Selection& selection) {
  const auto it = selection.parameters.find("pitch");
  return it == selection.parameters.end() ? 32 : it->second;
}

const Anchor kColumnRead{"tile[x]", trace::Space::shared, trace::EventKind::load, 0};

struct StagedSession {
  explicit StagedSession(Work work = instant_result)
      : session(catalog::families(), std::move(work), {}) {
    EXPECT_TRUE(session.set_stage({kPaddedTile, {{"pitch", 32}}, kColumnRead, {}, {}}).has_value());
    settle(session);
  }
  Session session;
};

TEST(Session, StagePutsTheCursorAtItsAnchor) {
  const StagedSession staged;
  EXPECT_EQ(staged.session.cursor().event, 2u);
  EXPECT_EQ(staged.session.figure(Figure::wavefronts), 32);
  EXPECT_EQ(staged.session.figure(Figure::banks), 1);
}

TEST(Cursor, StartsAtTheFirstAccessToMemory) {
  auto trace = std::make_shared<trace::Trace>();
  trace->sites = {site_at(1, trace::EventKind::branch, trace::Space::none),
                  site_at(2, trace::EventKind::load, trace::Space::global)};
  trace->totals.resize(2);
  for (const std::uint32_t site : {0u, 0u, 1u}) {
    trace::EventView event;
    event.site = site;
    event.mask = 1;
    trace->events.append(event, site == 1, false);
  }
  KernelResult result;
  result.launches.push_back(analyse(trace));
  EXPECT_EQ(first_access(result), (Cursor{0, 2}));
  EXPECT_EQ(first_access(KernelResult{}), Cursor{});
}

TEST(Session, SeveralParametersAreOneChange) {
  StagedSession staged;
  Session& session = staged.session;
  set_parameters(session, {{"pitch", 34}, {"rows", 40}, {"no_such", 1}});
  settle(session);
  EXPECT_EQ(pitch_of(session.selection()), 34);
  EXPECT_EQ(session.selection().parameters.at("rows"), 40);
  EXPECT_FALSE(session.selection().parameters.contains("no_such"));
  session.undo();
  EXPECT_EQ(pitch_of(session.selection()), 32);
  EXPECT_NE(session.selection().parameters.at("rows"), 40);
  EXPECT_FALSE(session.can_undo());
}

TEST(Session, MemoryThatRunsOutIsAnErrorInBothLanguagesAndTheNextRunIsWell) {
  const auto work = [](const Selection& selection, const std::stop_token& stop,
                       machine::Progress* progress) -> Result<KernelResultPtr> {
    if (pitch_of(selection) == 33) throw std::bad_alloc();
    return instant_result(selection, stop, progress);
  };
  StagedSession staged(work);
  set_parameter(staged.session, "pitch", 33);
  settle(staged.session);
  ASSERT_TRUE(staged.session.error().has_value());
  EXPECT_NE(staged.session.error()->message.in(Language::en).find("not enough memory"),
            std::string::npos);
  EXPECT_NE(staged.session.error()->message.in(Language::zh).find("内存不足"), std::string::npos);
  set_parameter(staged.session, "pitch", 34);
  settle(staged.session);
  EXPECT_FALSE(staged.session.error().has_value());
}

TEST(Session, TellsWhyAComparedKernelCouldNotRunAndTriesAgainAtTheNextStage) {
  const auto fails = std::make_shared<std::atomic<bool>>(true);
  Session session(catalog::families(),
                  [fails](const Selection& selection, const std::stop_token& stop,
                          machine::Progress* progress) -> Result<KernelResultPtr> {
                    if (*fails && selection.kernel == "transpose/tile") return fail("no room");
                    return instant_result(selection, stop, progress);
                  },
                  {});
  Stage stage{kPaddedTile, {}, {}, {}, {}};
  stage.compared_kernels = {{"transpose/tile", {}}};
  const auto enter = [&] {
    ASSERT_TRUE(session.set_stage(stage).has_value());
    while (session.busy() || session.runs_compared()) std::this_thread::yield();
    session.update(0);
  };
  enter();
  ASSERT_TRUE(session.error().has_value());
  EXPECT_EQ(session.error()->message.in(Language::en), "no room");
  session.cancel();
  session.update(0);
  EXPECT_FALSE(session.error().has_value()) << "it was dismissed";
  *fails = false;
  enter();
  EXPECT_FALSE(session.error().has_value());
  EXPECT_NE(session.compared_sums(), nullptr);
}

TEST(Session, UnknownKernelAndParameterAreNamed) {
  Session session(catalog::families(), instant_result, {});
  EXPECT_NE(session.set_stage({"transpose/nothing", {}, {}, {}, {}})
                .error()
                .message.in(Language::en)
                .find("nothing"),
            std::string::npos);
  EXPECT_NE(session.set_stage({kPaddedTile, {{"depth", 1}}, {}, {}, {}})
                .error()
                .message.in(Language::en)
                .find("depth"),
            std::string::npos);
}

TEST(Session, ToggleKeepsThePlaceAndShowsTheNewCost) {
  StagedSession staged;
  set_parameter(staged.session, "pitch", 33);
  settle(staged.session);
  EXPECT_EQ(staged.session.cursor().event, 2u);
  EXPECT_EQ(staged.session.figure(Figure::wavefronts), 1);
}

TEST(Session, UndoAndRedoWalkThroughChanges) {
  StagedSession staged;
  Session& session = staged.session;
  set_parameter(session, "pitch", 33);
  set_parameter(session, "pitch", 34);
  session.undo();
  EXPECT_EQ(pitch_of(session.selection()), 33);
  session.undo();
  EXPECT_EQ(pitch_of(session.selection()), 32);
  EXPECT_FALSE(session.can_undo());
  session.redo();
  EXPECT_EQ(pitch_of(session.selection()), 33);
  set_parameter(session, "pitch", 35);
  EXPECT_FALSE(session.can_redo());
}

TEST(Session, OneDragIsOneUndoStep) {
  StagedSession staged;
  set_parameter(staged.session, "pitch", 33, false);
  set_parameter(staged.session, "pitch", 34, true);
  set_parameter(staged.session, "pitch", 35, true);
  staged.session.undo();
  EXPECT_EQ(pitch_of(staged.session.selection()), 32);
}

TEST(Session, OnlyTheLatestRequestIsCommitted) {
  std::atomic<bool> release{false};
  StagedSession staged([&](const Selection& selection, const std::stop_token& stop,
                           machine::Progress* progress) -> Result<KernelResultPtr> {
    // The job for pitch 33 does not look at its stop token: it finishes late, and must not win.
    while (pitch_of(selection) == 33 && !release) std::this_thread::sleep_for(1ms);
    return instant_result(selection, stop, progress);
  });
  set_parameter(staged.session, "pitch", 33);
  std::this_thread::sleep_for(20ms);
  set_parameter(staged.session, "pitch", 34);
  release = true;
  settle(staged.session);
  EXPECT_EQ(pitch_of(staged.session.result()->selection), 34);
}

TEST(Session, CancelStopsTheJobAndGoesBackToWhatIsShown) {
  std::atomic<bool> has_started{false}, was_stopped{false};
  StagedSession staged([&](const Selection& selection, const std::stop_token& stop,
                           machine::Progress* progress) -> Result<KernelResultPtr> {
    if (pitch_of(selection) != 33) return instant_result(selection, stop, progress);
    has_started = true;
    while (!stop.stop_requested()) std::this_thread::sleep_for(1ms);
    was_stopped = true;
    return fail("cancelled");
  });
  set_parameter(staged.session, "pitch", 33);
  while (!has_started) std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(staged.session.busy());
  staged.session.cancel();
  EXPECT_FALSE(staged.session.busy());
  EXPECT_EQ(pitch_of(staged.session.selection()), 32);
  for (int i = 0; i < 5000 && !was_stopped; ++i) std::this_thread::sleep_for(1ms);
  EXPECT_TRUE(was_stopped);
  staged.session.update(0);
  EXPECT_FALSE(staged.session.error().has_value());
}

TEST(Session, TogglingBackRunsNothing) {
  std::atomic<int> runs{0};
  StagedSession staged(
      [&](const Selection& selection, const std::stop_token& stop, machine::Progress* progress) {
        ++runs;
        return instant_result(selection, stop, progress);
      });
  set_parameter(staged.session, "pitch", 33);
  settle(staged.session);
  set_parameter(staged.session, "pitch", 32);
  EXPECT_TRUE(staged.session.up_to_date());
  EXPECT_EQ(runs, 2);
}

// Room for two: the third result takes that of the oldest.
TEST(Session, AResultThatHasNoRoomAnyLongerIsRunAgain) {
  std::atomic<int> runs{0};
  StagedSession staged(
      [&](const Selection& selection, const std::stop_token& stop, machine::Progress* progress) {
        ++runs;
        return instant_result(selection, stop, progress);
      });
  const auto show = [&](std::int64_t pitch) {
    set_parameter(staged.session, "pitch", pitch);
    settle(staged.session);
    EXPECT_TRUE(staged.session.up_to_date());
    return runs.load();
  };
  staged.session.limit_results(bytes_of(*staged.session.result()) * 5 / 2);
  EXPECT_EQ(show(33), 2);
  EXPECT_EQ(show(34), 3);
  EXPECT_EQ(show(33), 3) << "it is kept";
  EXPECT_EQ(show(32), 4) << "it went";
  staged.session.limit_results(1);
  EXPECT_EQ(show(35), 5) << "larger than all room, and shown";
}

TEST(Session, AFailedRunLeavesTheLastResultOnScreen) {
  StagedSession staged([](const Selection& selection, const std::stop_token& stop,
                          machine::Progress* progress) -> Result<KernelResultPtr> {
    if (pitch_of(selection) == 33) return fail("no memory");
    return instant_result(selection, stop, progress);
  });
  set_parameter(staged.session, "pitch", 33);
  settle(staged.session);
  ASSERT_TRUE(staged.session.error().has_value());
  EXPECT_EQ(staged.session.error()->message.in(Language::en), "no memory");
  EXPECT_EQ(pitch_of(staged.session.result()->selection), 32);
}

TEST(Session, JumpsGoFromConflictToConflict) {
  StagedSession staged;
  Session& session = staged.session;
  session.seek(0);
  session.step_conflict(1);
  EXPECT_EQ(session.cursor().event, 2u);
  session.step_conflict(1);
  EXPECT_EQ(session.cursor().event, 3u);
  session.step_conflict(1);
  EXPECT_EQ(session.cursor().event, 3u);
  session.step_conflict(-1);
  EXPECT_EQ(session.cursor().event, 2u);
}

TEST(Session, PlaybackMovesAtItsSpeedAndStopsAtTheEnd) {
  StagedSession staged;
  Session& session = staged.session;
  session.seek(0);
  session.playback().speed = 2;
  session.toggle_playing();
  session.update(0.4);
  EXPECT_EQ(session.cursor().event, 0u);
  session.update(0.2);
  EXPECT_EQ(session.cursor().event, 1u);
  session.update(10);
  EXPECT_EQ(session.cursor().event, 3u);
  EXPECT_FALSE(session.playback().playing);
  EXPECT_EQ(session.activity().played, 3u);
}

TEST(Session, ChangingTheTileMendsAPitchThatItRejects) {
  StagedSession staged;
  set_parameter(staged.session, "tile", 16);
  EXPECT_EQ(staged.session.selection().parameters.at("tile"), 16);
  EXPECT_GE(pitch_of(staged.session.selection()), 16);
  EXPECT_LE(pitch_of(staged.session.selection()), 20);
}

struct ViewChoice {
  int zoom = 1;
  friend bool operator==(const ViewChoice&, const ViewChoice&) = default;
};
struct AskedChoice {
  int what_if = 0;
  friend bool operator==(const AskedChoice&, const AskedChoice&) = default;
};

// What is asked is of the kernel on the stage alone.
class Asking final : public Companion {
 public:
  void stage(const Session& /*now*/, const Stage& /*stage*/, FeatureChoices& next) const override {
    next.set(AskedChoice());
  }
  void change_kernel(FeatureChoices& next) const override { next.set(AskedChoice()); }
  void begin(const Stage& /*stage*/) override { ++begun; }
  void look(Session& session) override { session.note(session.choice().left.kernel); }
  int begun = 0;
};

TEST(Session, ACompanionDecidesWhatOfItsFeatureAStageForgetsAndNotesWhatWasShown) {
  StagedSession staged;
  Session& session = staged.session;
  session.keep(std::make_unique<Asking>());
  session.choose(AskedChoice{7});
  session.choose(ViewChoice{3});
  ASSERT_TRUE(session.set_stage({kPaddedTile, {}, {}, {}, {}}).has_value());
  EXPECT_EQ(session.chosen<AskedChoice>().what_if, 0);
  EXPECT_EQ(session.chosen<ViewChoice>().zoom, 3);
  EXPECT_EQ(session.companion<Asking>()->begun, 1);
  EXPECT_EQ(session.activity().seen.of<std::string>().front(), kPaddedTile);
  EXPECT_EQ(session.companion<Companion>(), nullptr);
  session.choose(AskedChoice{7});
  select_kernel(session, "transpose/tile");
  EXPECT_EQ(session.chosen<AskedChoice>().what_if, 0);
  session.undo();
  EXPECT_EQ(session.chosen<AskedChoice>().what_if, 7);
}

}  // namespace
}  // namespace warplens::session
