#include "viz/analysis/executed/unrolled_loop.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens::analysis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// One access of a warp, trip after trip: lane l reads address 100 * l + trip.
trace::Events trips_of(const std::vector<std::uint32_t>& masks) {
  trace::Events events;
  for (std::uint32_t trip = 0; trip < masks.size(); ++trip) {
    trace::EventView event;
    event.site = 0;
    event.mask = masks[trip];
    for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) event.address[lane] = 100 * lane + trip;
    events.append(event, true, false);
  }
  return events;
}

// "3@4" for each lane that runs it: lane 3 makes its trip 4.
std::vector<std::string> executed(const std::vector<std::uint32_t>& masks, std::uint32_t copies) {
  const trace::Events events = trips_of(masks);
  const auto loops = unrolled_loops(events, {{0, copies}});
  std::vector<std::string> result;
  if (!loops.contains(0)) return result;
  for (const UnrolledLoop& loop : loops.at(0)) {
    for (const auto& step : loop.steps()) {
      const trace::EventView event = loop.view(events, step);
      std::string lanes;
      for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) {
        if (((event.mask >> lane) & 1) == 0) continue;
        lanes += fmt::format("{}{}@{}", lanes.empty() ? "" : " ", lane,
                             event.address[lane] - 100 * lane);
      }
      result.push_back(lanes);
    }
  }
  return result;
}

std::vector<sass::Access> copies_in_runs(const std::vector<std::pair<std::uint32_t, bool>>& runs) {
  std::vector<sass::Access> accesses;
  for (const auto& [run, is_in_loop] : runs) {
    sass::Access access;
    access.straight_run = run;
    access.is_in_loop = is_in_loop;
    accesses.push_back(access);
  }
  return accesses;
}

std::optional<std::uint32_t> copies_of(const std::vector<std::pair<std::uint32_t, bool>>& runs) {
  std::vector<std::uint32_t> own;
  for (std::uint32_t i = 0; i < runs.size(); ++i) own.push_back(i);
  return copies_in_loop(own, copies_in_runs(runs));
}

TEST(UnrolledLoops, RunWhatIsLeftOfLanesThatLeftEarlyWithThatOfTheOthers) {
  EXPECT_THAT(executed({3, 3, 1, 1, 1, 1}, 4),
              ElementsAre("0@0", "0@1", "0@2", "0@3", "0@4 1@0", "0@5 1@1"));
  EXPECT_THAT(executed({3, 3, 3, 3, 1, 1, 1}, 4),
              ElementsAre("0@0 1@0", "0@1 1@1", "0@2 1@2", "0@3 1@3", "0@4", "0@5", "0@6"));
  EXPECT_THAT(executed({3, 3, 3, 1}, 2), ElementsAre("0@0 1@0", "0@1 1@1", "0@2", "0@3", "1@2"));
}

TEST(UnrolledLoops, RunEveryTripOfEveryLaneOnce) {
  std::vector<std::uint32_t> masks;
  for (int trips = 31; trips > 0; --trips) masks.push_back((1u << trips) - 1);
  std::map<std::string, int> times;
  for (const std::string& lanes : executed(masks, 8)) {
    for (std::size_t begin = 0; begin < lanes.size();) {
      const std::size_t end = std::min(lanes.find(' ', begin), lanes.size());
      ++times[lanes.substr(begin, end - begin)];
      begin = end + 1;
    }
  }
  EXPECT_EQ(times.size(), 31u * 32u / 2);
  for (const auto& [lane, count] : times) EXPECT_EQ(count, 1) << lane;
}

TEST(UnrolledLoops, StandInPlaceOfTheLastEventThatTheyDoWorkOf) {
  const trace::Events events = trips_of({3, 3, 1, 1, 1, 1});
  std::vector<std::size_t> rows;
  const auto loops = unrolled_loops(events, {{0, 4}});
  for (const auto& step : loops.at(0).at(0).steps()) rows.push_back(step.row);
  EXPECT_THAT(rows, ElementsAre(0, 1, 2, 3, 4, 5));
}

TEST(UnrolledLoops, AreNoneWhereLanesComeBack) {
  EXPECT_THAT(executed({3, 1, 2}, 2), IsEmpty());
  EXPECT_THAT(executed({1, 2}, 2), IsEmpty());
}

TEST(UnrolledLoops, AreKnownByHalvesOfTheLoopsCopiesBehindIt) {
  EXPECT_EQ(copies_of({{4, true}, {4, true}, {6, false}}), 2u);
  EXPECT_EQ(
      copies_of({{1, true}, {1, true}, {1, true}, {1, true}, {2, false}, {2, false}, {9, false}}),
      4u);
}

TEST(UnrolledLoops, AreNotGuessedFromOtherCopies) {
  EXPECT_EQ(copies_of({{4, true}, {4, true}}), std::nullopt);
  EXPECT_EQ(copies_of({{4, true}, {6, false}}), std::nullopt);
  EXPECT_EQ(copies_of({{4, false}, {4, false}, {6, false}}), std::nullopt);
  EXPECT_EQ(copies_of({{4, true}, {4, true}, {6, true}}), std::nullopt);
  EXPECT_EQ(copies_of({{3, false}, {4, true}, {4, true}}), std::nullopt);
  EXPECT_EQ(copies_of({{1, true}, {1, true}, {1, true}, {1, true}, {2, false}}), std::nullopt);
  EXPECT_EQ(copies_of({{1, true}, {1, true}, {1, true}, {2, false}}), std::nullopt);
}

}  // namespace
}  // namespace warplens::analysis
