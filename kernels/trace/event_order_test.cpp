#include "kernels/trace/event_order.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens::trace {
namespace {

using testing::ElementsAre;

constexpr std::uint32_t kLoad = 0, kBarrier = 1, kBranch = 2, kWarpBarrier = 3;

std::vector<Site> sites() {
  Site load, barrier, branch, warp_barrier;
  load.space = Space::global;
  load.width = 4;
  barrier.kind = warp_barrier.kind = EventKind::barrier;
  barrier.ptx = "bar.sync 0;";
  warp_barrier.ptx = "bar.warp.sync -1;";
  branch.kind = EventKind::branch;
  return {load, barrier, branch, warp_barrier};
}

struct Row {
  std::uint32_t block, warp, site;
  std::uint64_t address;
};

Trace trace_of(const std::vector<Row>& rows) {
  Trace trace;
  trace.sites = sites();
  for (const Row& row : rows) {
    EventView event;
    event.site = row.site;
    event.block = row.block;
    event.warp = row.warp;
    event.mask = 1;
    event.address[0] = row.address;
    trace.events.append(event, row.site == kLoad, false);
  }
  return trace;
}

// Each event's address, in order; 0 for those without one.
std::vector<std::uint64_t> addresses(const Trace& trace) {
  std::vector<std::uint64_t> all;
  for (std::size_t i = 0; i < trace.events.size(); ++i) {
    all.push_back(trace.events.view(i).address[0]);
  }
  return all;
}

TEST(EventOrder, BlocksThatTakeTurnsMakeOneAccessEach) {
  const Trace trace = trace_of(
      {{0, 0, kLoad, 1}, {0, 0, kLoad, 2}, {0, 0, kLoad, 3}, {1, 0, kLoad, 4}, {1, 0, kLoad, 5}});
  EXPECT_THAT(addresses(in_turns(trace)), ElementsAre(1, 4, 2, 5, 3));
}

TEST(EventOrder, WarpsOfABlockTakeTurnsToo) {
  const Trace trace = trace_of(
      {{0, 0, kLoad, 1}, {0, 0, kLoad, 2}, {0, 1, kLoad, 3}, {0, 1, kLoad, 4}, {1, 0, kLoad, 5}});
  EXPECT_THAT(addresses(in_turns(trace)), ElementsAre(1, 3, 5, 2, 4));
}

TEST(EventOrder, NobodyPassesABarrierBeforeTheWholeBlock) {
  const Trace trace = trace_of({{0, 0, kBarrier, 0},
                                {0, 1, kLoad, 1},
                                {0, 1, kLoad, 2},
                                {0, 1, kWarpBarrier, 0},
                                {0, 1, kLoad, 3},
                                {0, 1, kBarrier, 0},
                                {0, 0, kLoad, 4},
                                {0, 1, kLoad, 5}});
  EXPECT_THAT(addresses(in_turns(trace)), ElementsAre(0, 1, 2, 0, 3, 0, 4, 5));
}

TEST(EventOrder, ABranchFollowsTheAccessBeforeIt) {
  const Trace trace =
      trace_of({{0, 0, kLoad, 1}, {0, 0, kBranch, 0}, {0, 0, kLoad, 2}, {1, 0, kLoad, 3}});
  EXPECT_THAT(addresses(in_turns(trace)), ElementsAre(1, 0, 3, 2));
}

TEST(EventOrder, AnOrderedTraceHasTheSameEventsAndStaysAsItIs) {
  const Trace trace = trace_of({{0, 0, kLoad, 7}, {0, 0, kLoad, 8}, {1, 0, kLoad, 9}});
  const Trace ordered = in_turns(trace);
  EXPECT_EQ(ordered.events.size(), trace.events.size());
  EXPECT_EQ(ordered.events.block(1), 1u);
  EXPECT_EQ(addresses(in_turns(ordered)), addresses(ordered));
}

TEST(EventOrder, OrdersAreFoundByName) {
  EXPECT_EQ(order_named("turns"), Order::turns);
  EXPECT_EQ(order_named("recorded"), Order::recorded);
  EXPECT_FALSE(order_named("random").has_value());
}

}  // namespace
}  // namespace warplens::trace
