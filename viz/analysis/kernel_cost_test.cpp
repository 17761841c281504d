#include "viz/analysis/kernel_cost.h"

#include <gtest/gtest.h>

#include "kernels/cost/access_kind.h"
#include "kernels/trace/recorder.h"
#include "viz/analysis/source_lines.h"

namespace warplens::analysis {
namespace {

using trace::EventView;
using trace::Trace;

std::vector<std::int64_t> strided_offsets(std::int64_t stride) {
  std::vector<std::int64_t> offsets;
  for (std::int64_t lane = 0; lane < kWarpSize; ++lane) offsets.push_back(lane * stride);
  return offsets;
}

trace::Site site_at(const char* kind, std::uint32_t line) {
  trace::Site site = *site_of_kind(kind, 4);
  site.file = "k.cu";
  site.line = line;
  return site;
}

// Line 3: load from global memory; line 4: two stores and a load of a 32-wide tile; a barrier.
Trace tile_trace() {
  trace::Site barrier;
  barrier.kind = trace::EventKind::barrier;
  trace::RecordingOptions options;
  options.cost = add_cost;
  trace::TraceBuilder builder({site_at("gld", 3), site_at("sst", 4), site_at("sld", 4), barrier},
                              options);
  auto recorder = builder.block(0);
  const auto record = [&](std::uint32_t site, std::int64_t stride) {
    EventView event =
        *event_of_offsets(builder.sites()[site == 3 ? 0 : site], strided_offsets(stride));
    event.site = site;
    recorder.record(event);
  };
  record(0, 128);
  record(1, 4);
  record(1, 8);
  record(3, 4);
  record(2, 128);
  builder.add(std::move(recorder));
  Trace trace;
  builder.finish(trace, 1);
  return trace;
}

TEST(KernelCost, TotalsFallIntoTheirClasses) {
  const KernelTotals totals = kernel_totals(tile_trace());
  EXPECT_EQ(totals.global_load.requests, 1u);
  EXPECT_EQ(totals.global_load.sectors, 32u);
  EXPECT_EQ(totals.global_load.ideal_sectors, 4u);
  EXPECT_EQ(totals.global_load.bytes_moved, 1024u);
  EXPECT_EQ(totals.shared_store.requests, 2u);
  EXPECT_EQ(totals.shared_store.wavefronts, 3u);
  EXPECT_EQ(totals.shared_load.conflicts, 31u);
  EXPECT_EQ(totals.shared_load.max_way, 32u);
  EXPECT_EQ(totals.global_store.requests, 0u);
  EXPECT_EQ(totals.async_copy.requests, 0u);
}

TEST(KernelCost, EfficiencyIsUsedOverMoved) {
  EXPECT_DOUBLE_EQ(efficiency(kernel_totals(tile_trace()).global_load), 128.0 / 1024);
  EXPECT_DOUBLE_EQ(efficiency({}), 1);
}

TEST(KernelCost, EventsCostWhatTheirSitesTotalsAddUpTo) {
  const Trace trace = tile_trace();
  std::vector<std::uint64_t> wavefronts(trace.sites.size());
  const auto costs = event_costs(trace);
  ASSERT_EQ(costs.size(), trace.events.size());
  for (std::size_t row = 0; row < costs.size(); ++row) {
    wavefronts[trace.events.site(row)] += costs[row].wavefronts;
  }
  for (std::size_t site = 0; site < trace.sites.size(); ++site) {
    EXPECT_EQ(wavefronts[site], trace.totals[site].wavefronts);
  }
}

TEST(SourceLines, AddUpTheSitesOfALine) {
  const auto lines = line_costs(tile_trace());
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines.at({"k.cu", 3}).global_load.sectors, 32u);
  EXPECT_EQ(lines.at({"k.cu", 4}).shared.wavefronts, 35u);
}

TEST(SourceLines, KeepTheGlobalAndTheSharedSideOfALineApart) {
  Trace trace = tile_trace();
  for (trace::Site& site : trace.sites) site.line = 3;
  const auto lines = line_costs(trace);
  ASSERT_EQ(lines.size(), 1u);
  const LineCost& cost = lines.begin()->second;
  EXPECT_EQ(cost.global().sectors, 32u);
  EXPECT_EQ(cost.global().wavefronts, 0u);
  EXPECT_EQ(cost.shared.wavefronts, 35u);
  EXPECT_EQ(cost.shared.sectors, 0u);
}

TEST(SourceLines, KeepLocalMemoryApart) {
  trace::Site site;
  site.space = trace::Space::local;
  trace::SiteTotals totals;
  totals.requests = 2;
  totals.sectors = 8;
  LineCost cost;
  EXPECT_TRUE(cost.is_empty());
  cost.add(site, totals);
  EXPECT_EQ(cost.local.sectors, 8u);
  EXPECT_EQ(cost.global().sectors, 0u);
  EXPECT_FALSE(cost.is_empty());
}

TEST(SourceLines, KeepTheLoadsAndTheStoresOfALineApart) {
  trace::Site site;
  site.space = trace::Space::global;
  trace::SiteTotals totals;
  totals.requests = 1;
  LineCost cost;
  for (const auto& [kind, sectors] : {std::pair{trace::EventKind::load, 4u},
                                      {trace::EventKind::store, 32u},
                                      {trace::EventKind::atomic, 8u}}) {
    site.kind = kind;
    totals.sectors = sectors;
    cost.add(site, totals);
  }
  EXPECT_EQ(cost.global_load.sectors, 4u);
  EXPECT_EQ(cost.global_store.sectors, 40u);
  EXPECT_EQ(cost.global().sectors, 44u);
  EXPECT_EQ(cost.global().requests, 3u);
}

}  // namespace
}  // namespace warplens::analysis
