// What the reductions cost, as their own comments say.
#include <bit>
#include <map>

#include "tests/catalogue/costs.h"

namespace warplens {
namespace {

using catalog::Parameters;
using trace::EventKind;
using trace::Space;

// What a block's warps do between two block barriers, summed over warps.
struct Stage {
  std::uint32_t warps = 0;  // that read shared memory
  std::uint32_t lanes = 0;  // of theirs, active in that read
  std::uint32_t way = 0;    // the worst conflict of any shared access
  friend bool operator==(const Stage&, const Stage&) = default;
  friend std::ostream& operator<<(std::ostream& out, const Stage& stage) {
    return out << fmt::format("{{{}, {}, {}}}", stage.warps, stage.lanes, stage.way);
  }
};

std::shared_ptr<const trace::Trace> reduce_trace(const std::string& variant,
                                                 const Parameters& settings) {
  return recorded("reduce/" + variant, settings).at(0);
}

bool is_shared(const trace::Site& site, EventKind kind) {
  return site.space == Space::shared && site.kind == kind;
}

// Block 0's stages. A warp that reads twice in a stage (values[t] and values[t + s]) counts once.
std::vector<Stage> stages_of(const trace::Trace& trace) {
  std::map<std::uint32_t, std::size_t> barriers;                         // of a warp
  std::map<std::pair<std::size_t, std::uint32_t>, std::uint32_t> reads;  // stage, warp → mask
  std::vector<Stage> stages(1);
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const trace::EventView event = trace.events.view(row);
    if (event.block != 0) continue;
    const trace::Site& site = trace.sites[event.site];
    std::size_t& stage = barriers[event.warp];
    if (is_block_barrier(site)) ++stage;
    if (stage >= stages.size()) stages.resize(stage + 1);
    if (site.space != Space::shared) continue;
    stages[stage].way = std::max(stages[stage].way, analysis::access_cost(site, event).max_way);
    if (site.kind == EventKind::load) reads[{stage, event.warp}] |= event.mask;
  }
  for (const auto& [where, mask] : reads) {
    ++stages[where.first].warps;
    stages[where.first].lanes += static_cast<std::uint32_t>(std::popcount(mask));
  }
  return stages;
}

// The steps of a tree alone: between the barrier after the first store and the last one.
std::vector<Stage> steps_of(const std::string& variant, std::int64_t threads) {
  std::vector<Stage> stages = stages_of(*reduce_trace(variant, {{"threads", threads}}));
  return {stages.begin() + 1, stages.end() - 1};
}

TEST(ReductionCosts, InterleavedKeepsAllWarpsBusyWithFewerAndFewerLanes) {
  EXPECT_EQ(steps_of("interleaved", 256), (std::vector<Stage>{{8, 128, 1},
                                                              {8, 64, 1},
                                                              {8, 32, 1},
                                                              {8, 16, 1},
                                                              {8, 8, 1},
                                                              {4, 4, 1},
                                                              {2, 2, 1},
                                                              {1, 1, 1}}));
}

TEST(ReductionCosts, IndexedPairsFillTheirWarpsAndConflict) {
  EXPECT_EQ(steps_of("interleaved_indexed", 256), (std::vector<Stage>{{4, 128, 2},
                                                                      {2, 64, 4},
                                                                      {1, 32, 8},
                                                                      {1, 16, 8},
                                                                      {1, 8, 8},
                                                                      {1, 4, 4},
                                                                      {1, 2, 2},
                                                                      {1, 1, 1}}));
}

TEST(ReductionCosts, IndexedPairsComeTo32WayWith1024Threads) {
  std::vector<std::uint32_t> ways;
  for (const Stage& step : steps_of("interleaved_indexed", 1024)) ways.push_back(step.way);
  EXPECT_EQ(ways, (std::vector<std::uint32_t>{2, 4, 8, 16, 32, 16, 8, 4, 2, 1}));
}

TEST(ReductionCosts, HalvesNeitherDivergeNorConflict) {
  EXPECT_EQ(steps_of("sequential", 256), (std::vector<Stage>{{4, 128, 1},
                                                             {2, 64, 1},
                                                             {1, 32, 1},
                                                             {1, 16, 1},
                                                             {1, 8, 1},
                                                             {1, 4, 1},
                                                             {1, 2, 1},
                                                             {1, 1, 1}}));
}

// Executions by a block of sites that `counts` picks.
template <class F>
double a_block(const trace::Trace& trace, const F& counts) {
  std::uint64_t events = 0;
  for (std::size_t i = 0; i < trace.sites.size(); ++i) {
    if (counts(trace.sites[i])) events += trace.totals[i].events;
  }
  return static_cast<double>(events) / static_cast<double>(trace.launch.grid.count());
}

double barriers_a_warp(const trace::Trace& trace) {
  return a_block(trace, trace::is_block_barrier) / trace.launch.warps_per_block();
}

TEST(ReductionCosts, OtherSumsOfAThreadChangeNoGlobalAccess) {
  const Parameters size = {{"n", 3000}};
  const auto plain = analysis::kernel_totals(*reduce_trace("sequential", size));
  const auto kahan = analysis::kernel_totals(*reduce_trace("kahan", size));
  const auto wide = analysis::kernel_totals(*reduce_trace("double_sum", size));
  EXPECT_EQ(kahan.global_load, plain.global_load);
  EXPECT_EQ(kahan.shared_load, plain.shared_load);
  EXPECT_EQ(wide.global_load, plain.global_load);
  EXPECT_EQ(wide.global_store, plain.global_store);
}

TEST(ReductionCosts, AWarpsDoublesAreTwoWavefronts) {
  const auto trace = reduce_trace("double_sum", {});
  for (std::size_t row = 0; row < trace->events.size(); ++row) {
    const trace::EventView event = trace->events.view(row);
    const trace::Site& site = trace->sites[event.site];
    if (site.space != Space::shared || event.mask != 0xffffffffu) continue;
    EXPECT_EQ(analysis::access_cost(site, event).wavefronts, 2u);
  }
}

TEST(ReductionCosts, UnrollingSavesSixBarriers) {
  for (const std::int64_t threads : {64, 256, 1024}) {
    const double all = barriers_a_warp(*reduce_trace("sequential", {{"threads", threads}}));
    EXPECT_EQ(all, 1 + std::bit_width(static_cast<std::uint64_t>(threads)) - 1);
    EXPECT_EQ(barriers_a_warp(*reduce_trace("unrolled", {{"threads", threads}})), all - 6);
  }
}

TEST(ReductionCosts, AllLanesOfTheLastWarpTakePartInItsSixSteps) {
  const std::vector<Stage> stages = stages_of(*reduce_trace("unrolled", {{"threads", 64}}));
  EXPECT_EQ(stages.back(), (Stage{1, 32, 1}));
  const auto trace = reduce_trace("unrolled", {{"threads", 64}});
  const auto is_store = [](const trace::Site& site) { return is_shared(site, EventKind::store); };
  EXPECT_EQ(a_block(*trace, is_store), 2 + 6);
}

TEST(ReductionCosts, ShufflesLeaveOneSharedStoreAWarpAndOneLoadAndBarrierABlock) {
  for (const std::int64_t threads : {32, 256, 1024}) {
    const auto trace = reduce_trace("shuffle", {{"threads", threads}});
    const analysis::KernelTotals totals = analysis::kernel_totals(*trace);
    const std::uint64_t blocks = trace->launch.grid.count();
    EXPECT_EQ(totals.shared_store.events, blocks * static_cast<std::uint64_t>(threads) / 32);
    EXPECT_EQ(totals.shared_store.lanes, totals.shared_store.events);
    EXPECT_EQ(totals.shared_load.events, blocks);
    EXPECT_EQ(barriers_a_warp(*trace), 1);
  }
}

TEST(ReductionCosts, OneAtomicABlockByOneLane) {
  for (const char* variant : {"atomic", "last_block", "one_launch"}) {
    for (const std::int64_t operation : {0, 1, 2}) {
      const auto trace = reduce_trace(variant, {{"operation", operation}, {"blocks", 7}});
      const trace::SiteTotals atomics = analysis::kernel_totals(*trace).global_atomic;
      EXPECT_EQ(atomics.events, 7u) << variant;
      EXPECT_EQ(atomics.lanes, 7u) << variant;
    }
  }
}

TEST(ReductionCosts, OneTotalTakesTwoAtomicsABlockAndOneMoreAndNoSecondBarrier) {
  for (const std::int64_t operation : {0, 1, 2}) {
    const auto trace = reduce_trace("one_total", {{"operation", operation}, {"blocks", 7}});
    const trace::SiteTotals atomics = analysis::kernel_totals(*trace).global_atomic;
    EXPECT_EQ(atomics.events, 2u * 7 + 1);
    EXPECT_EQ(atomics.lanes, atomics.events);
    EXPECT_EQ(barriers_a_warp(*trace), 1);
  }
}

TEST(ReductionCosts, LoadsUnderWayChangeNeitherRequestsNorSectors) {
  constexpr std::int64_t kElements = 1 << 16;
  for (const char* variant : {"one_launch", "one_total"}) {
    for (const std::int64_t loads : {1, 2, 4}) {
      const auto trace = reduce_trace(variant, {{"n", kElements}, {"loads", loads}, {"blocks", 5}});
      const trace::SiteTotals read = analysis::kernel_totals(*trace).global_load;
      const bool reads_values = variant == std::string_view("one_launch");  // 5, by one warp
      EXPECT_EQ(read.requests, kElements / 4 / 32 + (reads_values ? 1 : 0)) << variant;
      EXPECT_EQ(read.sectors, kElements / 8 + (reads_values ? 1 : 0)) << variant;
    }
  }
}

TEST(ReductionCosts, TwoPassesStoreOneValueABlockWithoutAnAtomic) {
  const auto trace = reduce_trace("two_pass", {{"blocks", 7}});
  const analysis::KernelTotals totals = analysis::kernel_totals(*trace);
  EXPECT_EQ(totals.global_store.lanes, 7u);
  EXPECT_EQ(totals.global_atomic.events, 0u);
  EXPECT_FALSE(trace->order_dependent);
}

TEST(ReductionCosts, OneBlockReadsTheValuesOfAll) {
  const Parameters settings = {{"blocks", 7}};
  const auto lanes = [](const trace::Trace& trace) {
    return analysis::kernel_totals(trace).global_load.lanes;
  };
  EXPECT_EQ(lanes(*reduce_trace("last_block", settings)),
            lanes(*reduce_trace("two_pass", settings)) + 7);
}

}  // namespace
}  // namespace warplens
