#include "app/session/event_filter.h"

#include <gtest/gtest.h>

#include "app/session/fake_results_test.h"
#include "viz/analysis/costed_event.h"

namespace warplens::session {
namespace {

using trace::EventKind;
using trace::Space;

const EventFilter kLoads{
    .accesses_only = false, .marker = "tile[", .space = Space::shared, .kind = EventKind::load};

// A store, a barrier, two loads; the cursor on the store.
std::unique_ptr<Session> staged(EventFilter filter) {
  auto session = std::make_unique<Session>(catalog::families(), instant_result, nullptr);
  Stage stage{"transpose/tile_padded", {}, {}, {}, {}};
  stage.events = std::move(filter);
  EXPECT_TRUE(session->set_stage(stage).has_value());
  settle(*session);
  return session;
}

std::vector<std::size_t> stepped_through(Session& session) {
  std::vector<std::size_t> events;
  for (int i = 0; i < 6; ++i) {
    session.step(1);
    if (events.empty() || events.back() != session.cursor().event) {
      events.push_back(session.cursor().event);
    }
  }
  return events;
}

TEST(EventFilter, StepsGoThroughWhatPassesAlone) {
  const auto all = staged({}), accesses = staged(kAccesses), loads = staged(kLoads);
  EXPECT_EQ(stepped_through(*all), (std::vector<std::size_t>{1, 2, 3}));
  EXPECT_EQ(stepped_through(*accesses), (std::vector<std::size_t>{2, 3}));
  EXPECT_EQ(stepped_through(*loads), (std::vector<std::size_t>{2, 3}));
}

TEST(EventFilter, AStepBackFromAnEventThatDoesNotPassGoesToTheOneBefore) {
  const auto owned = staged(kAccesses);
  Session& session = *owned;
  session.seek(1);
  session.step(-1);
  EXPECT_EQ(session.cursor().event, 0u);
  session.seek(1);
  session.step(1);
  EXPECT_EQ(session.cursor().event, 2u);
}

TEST(EventFilter, PlayingEndsAtTheLastThatPasses) {
  const auto owned = staged(
      {.accesses_only = false, .marker = {}, .space = Space::shared, .kind = EventKind::store});
  Session& session = *owned;
  session.playback().speed = 1;
  session.toggle_playing();
  for (int i = 0; i < 40; ++i) session.update(0.1);
  EXPECT_FALSE(session.playback().is_moving());
  EXPECT_EQ(session.cursor().event, 0u);
}

TEST(EventFilter, PlayingNeverStandsOnAnEventThatDoesNotPass) {
  const auto owned = staged(kAccesses);
  Session& session = *owned;
  session.playback().speed = 2;
  session.toggle_playing();
  while (session.playback().is_moving()) {
    EXPECT_NE(session.cursor().event, 1u) << "the barrier";
    session.update(0.1);
  }
  EXPECT_EQ(session.cursor().event, 3u);
}

TEST(EventFilter, WhereNothingPassesTheNextWiderFilterStandsIn) {
  const auto owned =
      staged({.accesses_only = false, .marker = "nowhere", .space = Space::shared, .kind = {}});
  Session& session = *owned;
  EXPECT_EQ(session.passing().filter(), kAccesses);
  EXPECT_EQ(session.passing().size(), 3u);
}

TEST(EventFilter, IsWidenedFromALineToAllAccessesToAllEvents) {
  EXPECT_EQ(widened(kLoads), kAccesses);
  EXPECT_TRUE(widened(kAccesses).passes_all());
  EXPECT_TRUE(widened({}).passes_all());
}

TEST(EventFilter, OfAnAccessIsItsLineKindAndSpace) {
  const auto owned = staged({});
  Session& session = *owned;
  session.seek(3);
  session.set_filter(filter_of(*session.result(), *session.event()->site));
  EXPECT_EQ(session.passing().filter().marker, "= tile[x][y];");
  EXPECT_EQ(session.passing().size(), 2u);
  EXPECT_EQ(session.passing().place(3), 1u);
  EXPECT_FALSE(session.passing().has(0));
}

TEST(EventFilter, HomeAndEndAreTheFirstAndTheLastThatPass) {
  const auto owned = staged(kLoads);
  Session& session = *owned;
  session.seek_end(1);
  EXPECT_EQ(session.cursor().event, 3u);
  session.seek_end(-1);
  EXPECT_EQ(session.cursor().event, 2u);
}

}  // namespace
}  // namespace warplens::session
