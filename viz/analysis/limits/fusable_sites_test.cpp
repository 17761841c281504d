#include "viz/analysis/limits/fusable_sites.h"

#include <gtest/gtest.h>

#include "viz/analysis/limits/launch_demand.h"

namespace warplens::analysis {
namespace {

using trace::EventKind;
using trace::Space;

// A trace of one warp, made access by access.
class OneWarp {
 public:
  std::uint32_t site(EventKind kind, Space space, std::uint8_t width) {
    trace::Site site;
    site.kind = kind;
    site.space = space;
    site.width = width;
    site.ptx = kind == EventKind::barrier ? "bar.sync 0;" : "ld";
    trace_.sites.push_back(site);
    trace_.totals.emplace_back();
    return static_cast<std::uint32_t>(trace_.sites.size() - 1);
  }
  // Lane l accesses `first` + l * `step`.
  void access(std::uint32_t site, std::uint64_t first, std::uint64_t step) {
    trace::EventView event;
    event.site = site;
    event.mask = ~0u;
    for (std::size_t lane = 0; lane < kWarpSize; ++lane) event.address[lane] = first + step * lane;
    trace_.events.append(event, trace_.sites[site].space != Space::none, false);
  }
  [[nodiscard]] trace::Trace& trace() { return trace_; }

 private:
  trace::Trace trace_;
};

TEST(FusableSites, NeighboursOfOneThreadAre) {
  OneWarp warp;
  const auto a = warp.site(EventKind::load, Space::shared, 4);
  const auto b = warp.site(EventKind::load, Space::shared, 4);
  warp.access(a, 0, 16);
  warp.access(b, 4, 16);
  EXPECT_EQ(fusable_sites(warp.trace()), (std::vector<bool>{true, true}));
}

TEST(FusableSites, OneThatStandsAloneOnceIsNot) {
  OneWarp warp;
  const auto a = warp.site(EventKind::load, Space::shared, 4);
  const auto b = warp.site(EventKind::load, Space::shared, 4);
  warp.access(a, 0, 16);
  warp.access(b, 4, 16);
  warp.access(a, 4096, 16);
  EXPECT_EQ(fusable_sites(warp.trace()), (std::vector<bool>{false, true}));
}

TEST(FusableSites, TurnsOfALoopCanBeFusedToo) {
  OneWarp warp;
  const auto a = warp.site(EventKind::load, Space::shared, 4);
  for (std::uint64_t turn = 0; turn < 4; ++turn) warp.access(a, 4 * turn, 16);
  EXPECT_EQ(fusable_sites(warp.trace()), (std::vector<bool>{true}));
}

TEST(FusableSites, TheVerySameAgainInALoopIsNoNeighbour) {
  OneWarp warp;
  const auto a = warp.site(EventKind::load, Space::shared, 4);
  warp.access(a, 0, 128);
  warp.access(a, 0, 128);
  EXPECT_EQ(fusable_sites(warp.trace()), (std::vector<bool>{false}));
}

TEST(FusableSites, SixteenBytesAreWideEnoughAndLoadsMeetNoStores) {
  OneWarp warp;
  const auto wide = warp.site(EventKind::load, Space::global, 16);
  const auto load = warp.site(EventKind::load, Space::global, 4);
  const auto store = warp.site(EventKind::store, Space::global, 4);
  warp.access(wide, 0, 16);
  warp.access(load, 0, 16);
  warp.access(store, 4, 16);
  EXPECT_EQ(fusable_sites(warp.trace()), (std::vector<bool>{false, false, false}));
}

TEST(FusableSites, OneOfWhichNoEventWasKeptMayBe) {
  OneWarp warp;
  warp.site(EventKind::load, Space::shared, 4);
  EXPECT_EQ(fusable_sites(warp.trace()), (std::vector<bool>{true}));
}

TEST(LaunchDemand, IsNothingOfALaunchThatWasNotCounted) {
  OneWarp warp;
  EXPECT_FALSE(launch_demand(warp.trace()).has_value());
}

TEST(LaunchDemand, ConflictsCountWhereAccessesStandAlone) {
  OneWarp warp;
  const auto a = warp.site(EventKind::load, Space::shared, 4);
  warp.access(a, 0, 128);
  warp.trace().totals[a] = {.events = 1, .requests = 1, .wavefronts = 32};
  warp.trace().counts.emplace();
  EXPECT_EQ(launch_demand(warp.trace())->shared_wavefronts, 32u);
  EXPECT_EQ(launch_demand(warp.trace())->requests, 1u);
}

TEST(LaunchDemand, WhatMayBeFusedCountsAsIfItWere) {
  OneWarp warp;
  const auto a = warp.site(EventKind::load, Space::shared, 4);
  for (std::uint64_t turn = 0; turn < 4; ++turn) warp.access(a, 4 * turn, 16);
  warp.trace().totals[a] = {.events = 4, .requests = 4, .wavefronts = 16};
  warp.trace().counts.emplace();
  EXPECT_EQ(launch_demand(warp.trace())->shared_wavefronts, 4u);
  EXPECT_EQ(launch_demand(warp.trace())->requests, 1u);
}

TEST(LaunchDemand, L2GivesDistinctSectorsAndTakesEveryStore) {
  OneWarp warp;
  const auto load = warp.site(EventKind::load, Space::global, 4);
  const auto store = warp.site(EventKind::store, Space::global, 4);
  warp.access(load, 0, 4);
  warp.access(store, 4096, 128);
  warp.trace().totals[load] = {.events = 1, .requests = 1, .sectors = 4, .bytes_used = 128};
  warp.trace().totals[store] = {.events = 1, .requests = 1, .sectors = 32, .bytes_used = 128};
  warp.trace().counts.emplace().read_bytes = 128;
  EXPECT_EQ(launch_demand(warp.trace())->l2_bytes, 128u + 32 * 32);
}

TEST(LaunchDemand, OpenRoundingsMayBecomeMultiplyAdds) {
  OneWarp warp;
  trace::LaunchCounts& counts = warp.trace().counts.emplace();
  const auto at = [](trace::InstructionClass kind) { return static_cast<std::size_t>(kind); };
  counts.instructions[at(trace::InstructionClass::fp32_rounded)] = 10;
  counts.instructions[at(trace::InstructionClass::fp32_add)] = 5;
  counts.instructions[at(trace::InstructionClass::fp32_multiply)] = 3;
  counts.instructions[at(trace::InstructionClass::shuffle)] = 2;
  counts.instructions[at(trace::InstructionClass::removable)] = 100;
  EXPECT_EQ(launch_demand(warp.trace())->of(Work::fp32), 15u);
  EXPECT_EQ(launch_demand(warp.trace())->issued, 17u);
}

TEST(LaunchDemand, AMultiplyAddIsTwoFlopInEachOf32Lanes) {
  OneWarp warp;
  trace::LaunchCounts& counts = warp.trace().counts.emplace();
  const auto at = [](trace::InstructionClass kind) { return static_cast<std::size_t>(kind); };
  counts.instructions[at(trace::InstructionClass::fp32_fused)] = 7;
  counts.instructions[at(trace::InstructionClass::fp32_add)] = 5;
  EXPECT_EQ(launch_demand(warp.trace())->of(Work::fp32), 12u);
  EXPECT_EQ(launch_demand(warp.trace())->flop, 32u * (2 * 7 + 5));
}

}  // namespace
}  // namespace warplens::analysis
