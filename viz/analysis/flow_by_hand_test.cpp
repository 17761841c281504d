// The flow of values of accesses that are made here one by one, for what no kernel of the catalogue
// does.
#include <gtest/gtest.h>

#include "viz/analysis/value_flow.h"

namespace warplens::analysis {
namespace {

using Place = FlowValue::Place;
using trace::EventKind;
using trace::Space;

constexpr std::uint64_t kElements = 0x1000;

// A block's accesses, warp by warp: lane l of `mask` wants word first + l, or what is said.
class ByHand {
 public:
  explicit ByHand(std::uint32_t threads) {
    trace_.launch.grid = {1, 1, 1};
    trace_.launch.block = {threads, 1, 1};
    trace_.buffers = {{"in", kElements, 4096, "f32", 4, 1, 1024, 4096}};
    trace_.shared_arrays = {{"values", 0, 1024, {}}};
    site("", EventKind::load, Space::global);
    site("", EventKind::store, Space::global);
    site("", EventKind::load, Space::shared);
    site("", EventKind::store, Space::shared);
    site("bar.sync 0;", EventKind::barrier, Space::none);
    site("shfl.sync.down.b32", EventKind::shuffle, Space::none);
  }
  void load(std::uint32_t warp, std::uint32_t mask) { add(0, warp, mask, kElements); }
  void output(std::uint32_t warp, std::uint32_t mask) { add(1, warp, mask, kElements); }
  void read(std::uint32_t warp, std::uint32_t mask, std::uint32_t first) {
    add(2, warp, mask, 4 * std::uint64_t{first});
  }
  void store(std::uint32_t warp, std::uint32_t mask, std::uint32_t first) {
    add(3, warp, mask, 4 * std::uint64_t{first});
  }
  void barrier(std::uint32_t warp) { add(4, warp, ~0u, 0); }
  void shuffle_down(std::uint32_t warp, std::uint32_t by) {
    trace::EventView event = made(5, warp, ~0u);
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      event.address[lane] = lane + by < kWarpSize ? lane + by : lane;
    trace_.events.append(event, true, false);
  }
  [[nodiscard]] ValueFlow flow() const { return value_flow(trace_, 0); }

 private:
  void site(const char* ptx, EventKind kind, Space space) {
    trace::Site site;
    site.ptx = ptx;
    site.kind = kind;
    site.space = space;
    site.width = space == Space::none ? 0 : 4;
    trace_.sites.push_back(site);
  }
  static trace::EventView made(std::uint32_t site, std::uint32_t warp, std::uint32_t mask) {
    trace::EventView event;
    event.site = site;
    event.warp = warp;
    event.mask = mask;
    return event;
  }
  void add(std::uint32_t site, std::uint32_t warp, std::uint32_t mask, std::uint64_t first) {
    trace::EventView event = made(site, warp, mask);
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane)
      if ((mask >> lane & 1) != 0) event.address[lane] = first + 4 * lane;
    trace_.events.append(event, site != 4, false);
  }
  trace::Trace trace_;
};

TEST(FlowByHand, WhatWasLoadedBeforeABarrierIsStoredBehindIt) {
  ByHand block(32);
  block.load(0, 1);
  block.barrier(0);
  block.store(0, 1, 0);
  block.output(0, 1);
  const ValueFlow flow = block.flow();
  ASSERT_FALSE(flow.values.empty());
  EXPECT_EQ(flow.values[0].place, Place::word);
  EXPECT_EQ(flow.values[0].elements, 1u);
}

TEST(FlowByHand, AWordThatAnotherLaneOverwroteHoldsThatLanesValue) {
  ByHand block(64);
  for (const std::uint32_t warp : {0u, 1u}) block.load(warp, 1);
  block.load(1, 1);
  block.store(0, 1, 0);  // of one element
  block.store(1, 1, 0);  // of two
  block.read(0, 1, 0);
  block.store(0, 1, 0);
  const ValueFlow flow = block.flow();
  ASSERT_EQ(flow.values.size(), 3u);
  EXPECT_EQ(flow.values[1].elements, 2u);
  EXPECT_EQ(flow.values[1].thread, 32u);
  EXPECT_EQ(flow.values[2].elements, 2u) << "what it reads takes the place of what it stored there";
}

TEST(FlowByHand, AWordThatIsReadAgainByItsOwnLaneCountsOnce) {
  ByHand block(32);
  block.load(0, 3);
  block.store(0, 3, 0);
  block.read(0, 1, 0);
  block.read(0, 1, 1);
  block.read(0, 1, 1);
  block.store(0, 1, 0);
  const ValueFlow flow = block.flow();
  ASSERT_EQ(flow.values.size(), 3u);
  EXPECT_EQ(flow.edges_of(2).size(), 2u);
  EXPECT_EQ(flow.values[2].elements, 2u);
}

TEST(FlowByHand, WhatTheOwnLaneTakesUpAgainIsReadAndNotKept) {
  ByHand block(32);
  block.load(0, 1);
  block.store(0, 1, 0);
  block.read(0, 1, 0);
  block.store(0, 1, 8);
  const ValueFlow flow = block.flow();
  ASSERT_EQ(flow.values.size(), 2u);
  ASSERT_EQ(flow.edges_of(1).size(), 1u);
  EXPECT_EQ(flow.edges_of(1)[0].event, 2u) << "the read, not the store";
  EXPECT_FALSE(flow.edges_of(1)[0].is_kept);
}

TEST(FlowByHand, ALaneWhoseShuffleHasNoSourceKeepsItsOwn) {
  ByHand block(32);
  block.load(0, ~0u);
  block.shuffle_down(0, 16);
  const ValueFlow flow = block.flow();
  for (std::size_t i = 0; i < flow.values.size(); ++i) {
    const FlowValue& value = flow.values[i];
    if (!value.is_shuffled) continue;
    const bool has_source = value.thread < 16;
    EXPECT_EQ(value.elements, has_source ? 2u : 1u) << value.thread;
    ASSERT_EQ(flow.edges_of(i).size(), has_source ? 2u : 1u) << value.thread;
    EXPECT_TRUE(flow.edges_of(i).back().is_kept) << value.thread;
  }
}

TEST(FlowByHand, AWarpWithoutAllItsLanesIsNotDivergentWhenThoseItHasWork) {
  ByHand block(48);
  block.load(0, ~0u);
  block.load(1, 0xffff);
  block.store(0, ~0u, 0);
  block.store(1, 0xffff, 32);
  const ValueFlow flow = block.flow();
  ASSERT_EQ(flow.steps.size(), 1u);
  EXPECT_EQ(flow.steps[0].lanes, 48u);
  EXPECT_EQ(flow.steps[0].warps, 2u);
  EXPECT_EQ(flow.steps[0].divergent, 0u);
}

TEST(FlowByHand, WarpsAreFollowedFromBarrierToBarrierInWhateverOrderTheyAreRecorded) {
  ByHand block(64);
  block.load(0, 1);
  block.store(0, 1, 0);
  block.barrier(0);
  block.read(0, 1, 32);  // what the other warp stores before the barrier, recorded after it
  block.store(0, 1, 0);
  block.load(1, 1);
  block.store(1, 1, 32);
  block.barrier(1);
  const ValueFlow flow = block.flow();
  ASSERT_EQ(flow.values.size(), 3u);
  EXPECT_EQ(flow.values[2].thread, 0u);
  ASSERT_EQ(flow.edges_of(2).size(), 1u);
  EXPECT_EQ(flow.values[flow.edges_of(2)[0].from].column, 32u);
}

}  // namespace
}  // namespace warplens::analysis
