// What the catalogue's kernels cost, as their own comments and the lessons say.
#include <gtest/gtest.h>

#include "kernels/run/run.h"
#include "viz/analysis/kernel_cost.h"

namespace warplens {
namespace {

using analysis::KernelTotals;
using catalog::Parameters;

KernelTotals totals_of(std::string_view name, const Parameters& settings) {
  static const run::Catalogue catalogue = *run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets");
  run::Options options;
  options.machine.recording = machine::Recording::totals;
  options.machine.cost = analysis::add_cost;
  const auto result = run::run_variant(catalogue, name, settings, options);
  EXPECT_TRUE(result.has_value()) << result.error().message;
  return analysis::kernel_totals(*result->traces.at(0));
}

double sectors_a_request(const trace::SiteTotals& totals) {
  return static_cast<double>(totals.sectors) / static_cast<double>(totals.requests);
}

TEST(Costs, TheColumnReadOfATileOf32Is32WayAndOf16Is8Way) {
  EXPECT_EQ(totals_of("transpose/tile", {}).shared_load.max_way, 32u);
  EXPECT_EQ(totals_of("transpose/tile", {{"tile", 16}}).shared_load.max_way, 8u);
}

TEST(Costs, TheColumnReadFollowsThePitch) {
  struct Row {
    std::int64_t tile, pitch;
    std::uint32_t way;
  };
  for (const Row& row : {Row{32, 32, 32}, Row{32, 33, 1}, Row{32, 34, 2}, Row{32, 35, 1},
                         Row{32, 36, 4}, Row{16, 16, 8}, Row{16, 17, 2}}) {
    const auto totals =
        totals_of("transpose/tile_padded", {{"tile", row.tile}, {"pitch", row.pitch}});
    EXPECT_EQ(totals.shared_load.max_way, row.way) << row.tile << ", " << row.pitch;
  }
}

TEST(Costs, PaddingAndSwizzleLeaveNoConflictOnEitherSide) {
  for (const char* name :
       {"transpose/tile_padded", "transpose/packed_padded", "transpose/packed_xor"}) {
    const KernelTotals totals = totals_of(name, {});
    EXPECT_EQ(totals.shared_load.conflicts, 0u) << name;
    EXPECT_EQ(totals.shared_store.conflicts, 0u) << name;
    EXPECT_GT(totals.shared_load.wavefronts, 0u) << name;
  }
}

TEST(Costs, TilesReadAndWriteFourSectorsARequestAndPackedOnesSixteen) {
  for (const char* name : {"transpose/tile", "transpose/tile_padded"}) {
    const KernelTotals totals = totals_of(name, {});
    EXPECT_EQ(sectors_a_request(totals.global_load), 4) << name;
    EXPECT_EQ(sectors_a_request(totals.global_store), 4) << name;
  }
  for (const char* name : {"transpose/packed_padded", "transpose/packed_xor"}) {
    const KernelTotals totals = totals_of(name, {});
    EXPECT_EQ(sectors_a_request(totals.global_load), 16) << name;
    EXPECT_EQ(sectors_a_request(totals.global_store), 16) << name;
    EXPECT_EQ(totals.global_load.requests, 64u * 96 / 128) << name;
  }
}

TEST(Costs, TheScatteredSideOfANaiveTransposeDependsOnTheBlock) {
  for (const auto& [shape, sectors] : {std::pair{808, 8}, {1616, 16}, {3208, 32}, {3232, 32}}) {
    const KernelTotals read = totals_of("transpose/coalesced_read", {{"block_shape", shape}});
    EXPECT_EQ(sectors_a_request(read.global_load), 4) << shape;
    EXPECT_EQ(sectors_a_request(read.global_store), sectors) << shape;
    const KernelTotals write = totals_of("transpose/coalesced_write", {{"block_shape", shape}});
    EXPECT_EQ(sectors_a_request(write.global_load), sectors) << shape;
    EXPECT_EQ(sectors_a_request(write.global_store), 4) << shape;
  }
}

TEST(Costs, LaneOrderNeverChangesSectors) {
  for (const std::int64_t width : {4, 8, 16}) {
    for (const std::int64_t order : {0, 1, 2, 3, 4}) {
      const auto totals = totals_of("access/pattern", {{"order", order}, {"width", width}});
      EXPECT_EQ(totals.global_load.sectors, static_cast<std::uint64_t>(width)) << order;
      EXPECT_EQ(totals.global_store.sectors, static_cast<std::uint64_t>(width)) << order;
      EXPECT_EQ(totals.global_load.requests, 1u);
    }
  }
}

TEST(Costs, AMisalignedRowTouchesOneSectorMore) {
  EXPECT_EQ(totals_of("access/pattern", {{"offset", 1}}).global_load.sectors, 5u);
}

TEST(Costs, AStridedSharedAccessConflictsByItsCommonDivisorWith32) {
  for (const auto& [stride, way] : {std::pair{1, 1}, {2, 2}, {4, 4}, {32, 32}, {33, 1}, {0, 1}}) {
    const auto totals = totals_of("access/pattern", {{"space", 1}, {"stride", stride}});
    EXPECT_EQ(totals.shared_load.max_way, static_cast<std::uint32_t>(way)) << stride;
  }
}

TEST(Costs, PairsOfLanesMergeWideSharedLoadsButNotStores) {
  const auto totals = totals_of("access/pattern", {{"space", 1}, {"width", 16}, {"order", 5}});
  EXPECT_EQ(totals.shared_load.wavefronts, 2u);
  EXPECT_EQ(totals.shared_store.wavefronts, 4u);
}

}  // namespace
}  // namespace warplens
