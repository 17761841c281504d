#include "app/session/counterpart.h"

#include <gtest/gtest.h>

#include "app/session/fake_results_test.h"

namespace warplens::session {
namespace {

struct Row {
  std::uint32_t warp, site;  // 0: shared store, 1: barrier, 2: shared load
};

KernelResultPtr result_of(const std::vector<Row>& rows) {
  auto trace = std::make_shared<trace::Trace>();
  trace->sites = {site_at(2, trace::EventKind::store, trace::Space::shared),
                  site_at(3, trace::EventKind::barrier, trace::Space::none),
                  site_at(4, trace::EventKind::load, trace::Space::shared)};
  trace->totals.resize(3);
  for (const Row& row : rows) {
    trace::EventView event;
    event.site = row.site;
    event.warp = row.warp;
    event.mask = 0xffffffffu;
    for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) event.address[lane] = lane * 4;
    trace->events.append(event, row.site != 1, false);
  }
  auto result = std::make_shared<KernelResult>();
  result->launches.push_back(analyse(trace));
  return result;
}

// Two warps store, wait, load twice.
const std::vector<Row> kInterleaved{{0, 0}, {1, 0}, {0, 1}, {1, 1}, {0, 2}, {1, 2}, {0, 2}, {1, 2}};
const std::vector<Row> kOneAfterTheOther{{0, 0}, {0, 1}, {0, 2}, {0, 2},
                                         {1, 0}, {1, 1}, {1, 2}, {1, 2}};

TEST(Counterpart, IsTheSameWarpsEventOfTheSameKindAndPlace) {
  const auto here = result_of(kInterleaved), there = result_of(kOneAfterTheOther);
  constexpr std::array<std::size_t, 8> kExpected{0, 4, 1, 5, 2, 6, 3, 7};
  for (std::size_t event = 0; event < kExpected.size(); ++event) {
    EXPECT_EQ(counterpart(*here, {0, event}, *there).event, kExpected[event]) << event;
  }
}

TEST(Counterpart, GoesThereAndBack) {
  const auto here = result_of(kInterleaved), there = result_of(kOneAfterTheOther);
  for (std::size_t event = 0; event < kInterleaved.size(); ++event) {
    const Cursor cursor{0, event};
    EXPECT_EQ(counterpart(*there, counterpart(*here, cursor, *there), *here), cursor);
  }
}

TEST(Counterpart, IsTheLastOfItsKindWhereThereAreFewer) {
  const auto here = result_of(kInterleaved);
  const auto there = result_of({{0, 0}, {0, 1}, {0, 2}});
  EXPECT_EQ(counterpart(*here, {0, 6}, *there).event, 2u);
}

TEST(Counterpart, IsAsFarThroughTheRunWhereThereIsNoneOfItsKind) {
  const auto here = result_of(kInterleaved);
  const auto there = result_of({{0, 0}, {0, 0}, {0, 0}});
  EXPECT_EQ(counterpart(*here, {0, 7}, *there).event, 2u);
  EXPECT_EQ(counterpart(*here, {0, 4}, *there).event, 1u);
}

TEST(Counterpart, StaysInsideResultsWithoutEventsOrLaunches) {
  const auto here = result_of(kInterleaved);
  const auto without_events = result_of({});
  EXPECT_EQ(counterpart(*here, {0, 5}, *without_events), (Cursor{0, 0}));
  EXPECT_EQ(counterpart(*without_events, {0, 0}, *here), (Cursor{0, 0}));
  EXPECT_EQ(counterpart(*here, {0, 99}, *here), (Cursor{0, 0}));
  EXPECT_EQ(counterpart(*here, {3, 5}, *here), (Cursor{0, 0}));
  EXPECT_EQ(counterpart(*here, {0, 5}, KernelResult()), (Cursor{0, 0}));
}

}  // namespace
}  // namespace warplens::session
