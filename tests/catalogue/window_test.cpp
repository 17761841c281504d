// Kernels that read a window: right at every size, at the costs they state.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/catalogue/costs.h"

namespace warplens {
namespace {

using catalog::Parameters;
using trace::EventKind;
using Sectors = std::set<std::uint32_t>;

constexpr std::uint64_t kWarps = 64 * 96 / 32;  // of outputs, at the default size
constexpr std::uint32_t kMiddleBlock = 4;       // of 3 × 8 blocks, away from the edges

TEST(Windows, BlursAreRightAtEverySize) {
  for (const char* name :
       {"blur_direct", "blur_tile", "blur_placed", "blur_wide_tile", "blur_separable",
        "blur_separable_fused", "blur_rolling", "blur_strip", "blur_twice", "blur_twice_fused"}) {
    for (const auto& [rows, cols] : {std::pair{1, 1},
                                     {1, 37},
                                     {41, 1},
                                     {2, 3},
                                     {3, 4},
                                     {8, 32},
                                     {9, 33},
                                     {17, 31},
                                     {53, 97},
                                     {67, 124},
                                     {2, 244}}) {
      for (const std::int64_t window : {3, 5}) {
        expect_match_without_findings(std::string("window/") + name,
                                      {{"rows", rows}, {"cols", cols}, {"window", window}});
      }
    }
  }
}

TEST(Windows, PoolingIsRightWhereSquaresReachPastTheEdge) {
  for (const auto& [rows, cols] :
       {std::pair{1, 1}, {1, 37}, {41, 1}, {2, 3}, {17, 31}, {53, 97}, {64, 96}}) {
    for (const std::int64_t window : {1, 2, 3, 7, 32}) {
      expect_match_without_findings("window/maxpool",
                                    {{"rows", rows}, {"cols", cols}, {"window", window}});
    }
  }
}

// Loads of the middle block, by the sectors that they touch.
std::map<std::uint32_t, std::size_t> loads_of_the_middle(const trace::Trace& trace) {
  std::map<std::uint32_t, std::size_t> loads;
  for_each_global(trace, EventKind::load, [&](const auto& event, const trace::Site& site) {
    if (event.block == kMiddleBlock) ++loads[analysis::access_cost(site, event).sectors];
  });
  return loads;
}

TEST(Windows, ADirectBlurLoadsEachPlaceOfItsSquareAndThoseToTheSidesAreFiveSectors) {
  for (const std::uint64_t side : {3, 5}) {
    const Parameters settings = {{"window", side}};
    const auto totals = totals_of("window/blur_direct", settings);
    EXPECT_EQ(totals.global_load.requests, kWarps * side * side);
    const auto loads = loads_of_the_middle(*recorded("window/blur_direct", settings).at(0));
    EXPECT_EQ(loads,
              (std::map<std::uint32_t, std::size_t>{{4, 8 * side}, {5, 8 * side * (side - 1)}}));
  }
}

TEST(Windows, ATileIsLoadedOnceWithItsHaloAndReadWithoutConflict) {
  for (const std::uint64_t side : {3, 5}) {
    const auto totals = totals_of("window/blur_tile", {{"window", side}});
    // A warp loads a row of the tile, and again for the columns of the halo.
    EXPECT_EQ(totals.global_load.requests, 3 * 8 * 2 * (8 + side - 1));
    EXPECT_EQ(totals.shared_load.requests, kWarps * side * side);
    EXPECT_EQ(totals.shared_load.wavefronts, totals.shared_load.requests);
    EXPECT_EQ(totals.shared_store.conflicts, 0u);
  }
}

TEST(Windows, TwoLaunchesLoadTwiceTheSideAndStoreTwice) {
  for (const std::uint64_t side : {3, 5}) {
    const auto traces = recorded("window/blur_separable", {{"window", side}});
    ASSERT_EQ(traces.size(), 2u);
    std::size_t loads = 0;
    std::size_t stores = 0;
    for (const auto& trace : traces) {
      for_each_global(*trace, EventKind::load, [&](const auto&, const auto&) { ++loads; });
      for_each_global(*trace, EventKind::store, [&](const auto&, const auto&) { ++stores; });
    }
    EXPECT_EQ(loads, kWarps * 2 * side);
    EXPECT_EQ(stores, kWarps * 2);
    const auto rows = loads_of_the_middle(*traces[0]);
    EXPECT_EQ(rows, (std::map<std::uint32_t, std::size_t>{{4, 8}, {5, 8 * (side - 1)}}));
    EXPECT_EQ(sectors_of_full_warps(*traces[1], EventKind::load), Sectors{4});
  }
}

TEST(Windows, AColumnAThreadLoadsARowOfItsSquareOnceForAllOfItsPixels) {
  for (const std::uint64_t side : {3, 5}) {
    const auto totals = totals_of("window/blur_rolling", {{"window", side}});
    EXPECT_EQ(totals.global_load.requests, kWarps / 8 * (8 + side - 1) * side);
    EXPECT_EQ(totals.global_store.requests, kWarps);
  }
}

TEST(Windows, AStripLoadsEveryPixelOfALaneOnceAndThirtyLanesStore) {
  for (const std::uint64_t side : {3, 5}) {
    // 240 columns are two strips of 30 lanes; the outer lanes beyond the edges load nothing.
    const Parameters settings = {{"rows", 64}, {"cols", 240}, {"window", side}};
    const auto totals = totals_of("window/blur_strip", settings);
    EXPECT_EQ(totals.global_load.requests, 2 * (64 / 4) * (4 + side - 1));
    EXPECT_EQ(totals.global_load.lanes, 31 * totals.global_load.requests);
    EXPECT_EQ(totals.global_store.requests, 2u * 64);
    EXPECT_EQ(totals.global_store.lanes, 30 * totals.global_store.requests);
    EXPECT_EQ(totals.global_store.sectors, 15 * totals.global_store.requests);
    EXPECT_EQ(totals.global_store.bytes_moved, 64u * 240 * 4);
  }
}

TEST(Windows, AWideTileIsLoadedARowAWarpAndThirtyLanesStore) {
  for (const std::uint64_t side : {3, 5}) {
    // 240 columns and 64 rows are 2 × 2 tiles.
    const Parameters settings = {{"rows", 64}, {"cols", 240}, {"window", side}};
    const std::uint64_t tile_rows = 2 * 2 * (32 + side - 1);
    for (const char* name : {"window/blur_wide_tile", "window/blur_separable_fused"}) {
      const auto totals = totals_of(name, settings);
      EXPECT_EQ(totals.global_load.requests, tile_rows) << name;
      EXPECT_EQ(totals.global_load.lanes, 32 * tile_rows) << name;
      EXPECT_EQ(totals.global_store.requests, 2u * 64) << name;
      EXPECT_EQ(totals.global_store.lanes, 30 * totals.global_store.requests) << name;
      EXPECT_EQ(totals.global_store.bytes_moved, 64u * 240 * 4) << name;
      EXPECT_EQ(totals.shared_store.requests, tile_rows) << name;
      EXPECT_EQ(totals.shared_store.wavefronts, 4 * tile_rows) << name;
      // 4 rows a warp, and the square's; the tile is read at three places, `between` at one.
      const std::uint64_t reads = 2 * 2 * 8 * (4 + side - 1);
      const std::uint64_t places = totals.shared_load.requests / reads;
      EXPECT_EQ(places, name == std::string_view("window/blur_wide_tile") ? 3u : 1u) << name;
      EXPECT_EQ(totals.shared_load.wavefronts, 4 * totals.shared_load.requests) << name;
    }
  }
}

TEST(Windows, OfTheLanesBesideAWideTileReadsSinglePixelsInConflictAndBetweenIsReadWithoutAny) {
  EXPECT_GT(totals_of("window/blur_wide_tile", {{"window", 3}}).shared_load.conflicts, 0u);
  EXPECT_EQ(totals_of("window/blur_separable_fused", {{"window", 3}}).shared_load.conflicts, 0u);
}

TEST(Windows, WideTilesOfRowsThatStartAnywhereTakeNoMoreAccessesButAtEdges) {
  for (const char* name : {"window/blur_wide_tile", "window/blur_separable_fused"}) {
    // Three tiles, whose columns start up to three earlier; at two edges single pixels are loaded.
    const auto totals = totals_of(name, {{"rows", 32}, {"cols", 3 * 112 - 3}});
    EXPECT_EQ(totals.global_load.requests, 34u * (3 + 2 * 4)) << name;
    EXPECT_EQ(totals.global_store.bytes_used, 32u * 333 * 4) << name;
  }
}

TEST(Windows, AStripOfRowsThatStartAnywhereTakesFourTimesTheRequestsForAsManyPixels) {
  const auto together = totals_of("window/blur_strip", {{"rows", 64}, {"cols", 240}});
  const auto apart = totals_of("window/blur_strip", {{"rows", 64}, {"cols", 239}});
  EXPECT_EQ(apart.global_load.requests, 4 * together.global_load.requests);
  // Each of the 96 row loads has a column less, twice: it is in one strip and lent to none.
  EXPECT_EQ(apart.global_load.lanes, 4 * together.global_load.lanes - 16 * 6);
}

TEST(Windows, TwoFiltersInOneLaunchStoreOnceAndLoadFourRowsMoreForEachOfTheRadius) {
  for (const std::uint64_t side : {3, 5}) {
    const Parameters settings = {{"rows", 64}, {"cols", 240}, {"window", side}};
    const auto fused = totals_of("window/blur_twice_fused", settings);
    const std::uint64_t rows = 4 * (side - 1);  // of a thread
    // Whole blocks of eight warps.
    EXPECT_EQ(fused.global_load.requests,
              2 * std::max<std::uint64_t>(64 / rows, 8) * (rows + 2 * (side - 1)));
    EXPECT_EQ(fused.global_store.requests, 2u * 64);
    const auto once = totals_of("window/blur_strip", settings);
    const auto launches = recorded("window/blur_twice", settings);
    ASSERT_EQ(launches.size(), 2u);
    for (const auto& launch : launches) {
      EXPECT_EQ(analysis::kernel_totals(*launch).global_load.sectors, once.global_load.sectors);
      EXPECT_EQ(analysis::kernel_totals(*launch).global_store.sectors, once.global_store.sectors);
    }
  }
}

TEST(Windows, PooledSquaresSpreadAWarpUntilEachLaneHasItsSector) {
  for (std::int64_t side = 1; side <= 10; ++side) {
    const Parameters settings = {{"rows", 2 * side}, {"cols", 64 * side}, {"window", side}};
    const auto trace = recorded("window/maxpool", settings).at(0);
    EXPECT_EQ(sectors_of_full_warps(*trace, EventKind::load),
              Sectors{static_cast<std::uint32_t>(std::min<std::int64_t>(4 * side, 32))});
  }
}

// The element of a matrix, as the float at `address` of `in`.
MatrixPlace place_in(const trace::Buffer& in, std::uint64_t address) {
  const auto element = static_cast<std::uint32_t>((address - in.address) / sizeof(float));
  return {element / static_cast<std::uint32_t>(in.columns),
          element % static_cast<std::uint32_t>(in.columns)};
}

// Each float goes from ld.global straight to the thread's next st.shared: the halo's middle block
// begins `radius` rows above and columns left of its own pixels.
TEST(Windows, TheTileWithItsHaloIsArrangedAsItsDescriptorSays) {
  for (const std::uint32_t radius : {1u, 2u}) {
    const auto trace = recorded("window/blur_tile", {{"window", 2 * radius + 1}}).at(0);
    const trace::SharedArray& tile = trace->shared_arrays.at(0);
    ASSERT_TRUE(tile.layout.is_known());
    EXPECT_EQ(tile.layout.rows * tile.layout.pitch * sizeof(float), tile.bytes);
    std::map<std::uint32_t, trace::EventView> loaded;  // by warp
    std::size_t stores = 0;
    for (std::size_t row = 0; row < trace->events.size(); ++row) {
      const trace::EventView event = trace->events.view(row);
      const trace::Site& site = trace->sites[event.site];
      if (event.block != kMiddleBlock) continue;
      if (site.space == trace::Space::global) loaded[event.warp] = event;
      if (site.space != trace::Space::shared || site.kind != EventKind::store) continue;
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        if ((event.mask >> lane & 1) == 0) continue;
        const MatrixPlace from =
            place_in(trace->buffers.at(0), loaded.at(event.warp).address[lane]);
        const MatrixPlace in_tile{from.row + radius - 8, from.column + radius - 32};
        EXPECT_EQ(tile.offset + tile.layout.element(in_tile) * sizeof(float), event.address[lane]);
        ++stores;
      }
    }
    EXPECT_EQ(stores, std::size_t{tile.layout.rows} * tile.layout.columns);
  }
}

TEST(Windows, AHaloOneColumnShortIsReadUnsetAndWrongAtEachBlocksLastPixels) {
  const auto result = run::run_variant(catalogue(), "window/blur_short", {}, quick());
  ASSERT_TRUE(result.has_value());
  EXPECT_EQ(result->verdict, trace::Verdict::mismatch);
  const auto& findings = result->traces.at(0)->findings;
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings.front().kind, trace::FindingKind::uninitialized_read);
  // Three places of the square, of the last lane of each warp.
  EXPECT_EQ(findings.front().occurrences, 3 * kWarps);
}

TEST(Windows, PlacesAsTheyAreWrittenTakeATileInTwelveRequestsThatConflict) {
  constexpr std::uint64_t kBlocks = 3 * 8;
  const auto totals = totals_of("window/blur_placed", {});
  EXPECT_EQ(totals.global_load.requests, 12 * kBlocks);
  EXPECT_EQ(totals.shared_store.max_way, 2u);
  EXPECT_EQ(totals.shared_load.conflicts, 0u);
}

}  // namespace
}  // namespace warplens
