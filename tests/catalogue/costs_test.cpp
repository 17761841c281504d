// What the catalogue's kernels cost, as their own comments and the lessons say.
#include <gtest/gtest.h>

#include <map>

#include "tests/catalogue/costs.h"

namespace warplens {
namespace {

using analysis::KernelTotals;
using catalog::Parameters;
using trace::EventKind;

TEST(Costs, TheColumnReadOfATileOf32Is32WayAndOf16Is8Way) {
  EXPECT_EQ(totals_of("transpose/tile", {}).shared_load.max_way, 32u);
  EXPECT_EQ(totals_of("transpose/tile", {{"tile", 16}}).shared_load.max_way, 8u);
}

TEST(Costs, AsPlacedIsWrittenTheColumnReadIs32WayWhateverTheRoom) {
  for (const std::int64_t room : {32 * 32, 32 * 36}) {
    const KernelTotals totals = totals_of("transpose/placed", {{"room", room}});
    EXPECT_EQ(totals.shared_load.max_way, 32u) << room;
    EXPECT_EQ(totals.shared_store.conflicts, 0u) << room;
    EXPECT_EQ(sectors_a_request(totals.global_load), 4) << room;
    EXPECT_EQ(sectors_a_request(totals.global_store), 4) << room;
  }
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
       {"transpose/tile_padded", "transpose/tile_xor", "transpose/tile_shift",
        "transpose/tile_gridstride", "transpose/packed_padded", "transpose/packed_xor",
        "transpose/packed_shift", "transpose/packed_vector"}) {
    const KernelTotals totals = totals_of(name, {});
    EXPECT_EQ(totals.shared_load.conflicts, 0u) << name;
    EXPECT_EQ(totals.shared_store.conflicts, 0u) << name;
    EXPECT_GT(totals.shared_load.wavefronts, 0u) << name;
  }
}

TEST(Costs, TilesReadAndWriteFourSectorsARequestAndPackedOnesSixteen) {
  for (const char* name :
       {"transpose/tile", "transpose/tile_fastpath", "transpose/tile_padded", "transpose/tile_xor",
        "transpose/tile_shift", "transpose/tile_gridstride"}) {
    const KernelTotals totals = totals_of(name, {});
    EXPECT_EQ(sectors_a_request(totals.global_load), 4) << name;
    EXPECT_EQ(sectors_a_request(totals.global_store), 4) << name;
  }
  for (const char* name : {"transpose/packed_padded", "transpose/packed_xor",
                           "transpose/packed_shift", "transpose/packed_vector"}) {
    const KernelTotals totals = totals_of(name, {});
    EXPECT_EQ(sectors_a_request(totals.global_load), 16) << name;
    EXPECT_EQ(sectors_a_request(totals.global_store), 16) << name;
    EXPECT_EQ(totals.global_load.requests, 64u * 96 / 128) << name;
  }
}

void expect_equal(const trace::SiteTotals& a, const trace::SiteTotals& b) {
  EXPECT_EQ(a.requests, b.requests);
  EXPECT_EQ(a.sectors, b.sectors);
  EXPECT_EQ(a.wavefronts, b.wavefronts);
  EXPECT_EQ(a.conflicts, b.conflicts);
  EXPECT_EQ(a.max_way, b.max_way);
}

void expect_equal_costs(std::string_view a, std::string_view b, const Parameters& settings) {
  const KernelTotals first = totals_of(a, settings);
  const KernelTotals second = totals_of(b, settings);
  expect_equal(first.global_load, second.global_load);
  expect_equal(first.global_store, second.global_store);
  expect_equal(first.shared_load, second.shared_load);
  expect_equal(first.shared_store, second.shared_store);
}

TEST(Costs, HoistingTheBoundsTestChangesNoAccess) {
  for (const std::int64_t tile : {16, 32}) {
    for (const auto& [rows, cols] : {std::pair{64, 96}, {53, 97}, {1, 1}}) {
      expect_equal_costs("transpose/tile", "transpose/tile_fastpath",
                         {{"tile", tile}, {"rows", rows}, {"cols", cols}});
    }
  }
}

TEST(Costs, FullTilesRunFewerInstructionsWithoutTheBoundsTest) {
  EXPECT_LT(instructions_of("transpose/tile_fastpath", {}), instructions_of("transpose/tile", {}));
}

TEST(Costs, TheNumberOfBlocksThatWalkChangesNoAccess) {
  const KernelTotals one_each = totals_of("transpose/tile_padded", {});
  for (const std::int64_t blocks : {1, 4, 6, 50}) {
    const KernelTotals walked = totals_of("transpose/tile_gridstride", {{"blocks", blocks}});
    expect_equal(walked.global_load, one_each.global_load);
    expect_equal(walked.shared_load, one_each.shared_load);
    expect_equal(walked.shared_store, one_each.shared_store);
  }
}

TEST(Costs, ShiftCostsWhatXorCosts) {
  for (const auto& [rows, cols] : {std::pair{64, 96}, {36, 44}, {53, 97}}) {
    for (const char* kind : {"transpose/packed", "transpose/tile"}) {
      const std::string name = kind;
      expect_equal_costs(name + "_xor", name + "_shift", {{"rows", rows}, {"cols", cols}});
    }
  }
}

TEST(Costs, TheSwizzleOfGroupsStoresSixteenBytesALaneWithoutConflictAtAnyShape) {
  for (const auto& [rows, cols] : {std::pair{64, 96}, {36, 44}, {53, 97}, {41, 1}, {1, 37}}) {
    const auto totals = totals_of("transpose/packed_vector", {{"rows", rows}, {"cols", cols}});
    EXPECT_EQ(totals.shared_store.conflicts, 0u) << rows << " × " << cols;
    EXPECT_EQ(totals.shared_load.conflicts, 0u) << rows << " × " << cols;
  }
  const KernelTotals vector = totals_of("transpose/packed_vector", {});
  const KernelTotals scalar = totals_of("transpose/packed_xor", {});
  EXPECT_EQ(vector.shared_store.requests * 4, scalar.shared_store.requests);
  EXPECT_EQ(vector.shared_store.wavefronts, scalar.shared_store.wavefronts);
}

TEST(Costs, WideTilesAreSixteenSectorsARequestAndTheirColumnReadIsTwoWay) {
  for (const char* name : {"transpose/wide_tile", "transpose/wide_tile_down"}) {
    for (const auto& [rows, cols] : {std::pair{64, 64}, {128, 192}}) {
      const KernelTotals totals = totals_of(name, {{"rows", rows}, {"cols", cols}});
      EXPECT_EQ(sectors_a_request(totals.global_load), 16) << name;
      EXPECT_EQ(sectors_a_request(totals.global_store), 16) << name;
      EXPECT_EQ(totals.shared_store.conflicts, 0u) << name;
      EXPECT_EQ(totals.shared_load.max_way, 2u) << name;
      EXPECT_EQ(totals.shared_load.wavefronts, 2 * totals.shared_load.requests) << name;
    }
  }
}

// The blocks of a matrix of 128 × 128 by where their first element lies, in the blocks' order.
std::vector<std::uint64_t> first_elements(std::string_view name, EventKind kind) {
  const auto trace = recorded(name, {{"rows", 128}, {"cols", 128}}).at(0);
  const trace::Buffer& buffer = trace->buffers.at(kind == EventKind::load ? 0 : 1);
  std::vector<std::uint64_t> first(4, ~std::uint64_t{0});
  for_each_global(*trace, kind, [&](const trace::EventView& event, const auto&) {
    const std::uint64_t element = (event.address[0] - buffer.address) / sizeof(float);
    first.at(event.block) = std::min(first.at(event.block), element);
  });
  return first;
}

TEST(Costs, BlocksThatWalkDownWriteBesideEachOtherWhatTheyReadBelowEachOther) {
  const std::vector<std::uint64_t> beside = {0, 64, 64 * 128, 64 * 128 + 64};
  const std::vector<std::uint64_t> below = {0, 64 * 128, 64, 64 * 128 + 64};
  EXPECT_EQ(first_elements("transpose/wide_tile", EventKind::load), beside);
  EXPECT_EQ(first_elements("transpose/wide_tile", EventKind::store), below);
  EXPECT_EQ(first_elements("transpose/wide_tile_down", EventKind::load), below);
  EXPECT_EQ(first_elements("transpose/wide_tile_down", EventKind::store), beside);
}

TEST(Costs, NoTwoBlocksStoreIntoASectorOfARowWhereverItStarts) {
  // Rows of 203 floats begin at every place of a sector: one in which a row ends and the next
  // begins belongs to the last block and the first. 203 rows are four blocks.
  const Parameters odd = {{"rows", 203}, {"cols", 264}};
  const auto trace = recorded("transpose/whole_sectors", odd).at(0);
  std::map<std::uint64_t, std::set<std::uint32_t>> blocks_of;  // by sector
  for_each_global(*trace, EventKind::store, [&](const trace::EventView& event, const auto&) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if ((event.mask >> lane & 1) != 0) blocks_of[event.address[lane] / 32].insert(event.block);
    }
    if (event.block % 4 == 0 || event.mask != ~0u) return;
    EXPECT_EQ(event.address[0] % 32, 0u);
  });
  const std::uint64_t begin = trace->buffers.at(1).address;
  for (const auto& [sector, blocks] : blocks_of) {
    const std::uint64_t first = (sector * 32 - begin) / sizeof(float);
    EXPECT_EQ(blocks.size(), first / 203 == (first + 7) / 203 ? 1u : 2u) << first;
  }
  EXPECT_EQ(totals_of("transpose/whole_sectors", odd).shared_load.conflicts, 0u);
}

TEST(Costs, LinearLoopsAreContiguousOnTheSideTheyWalk) {
  for (const std::int64_t threads : {32, 256, 1024}) {
    const KernelTotals read = totals_of("transpose/linear_read", {{"threads", threads}});
    EXPECT_EQ(sectors_a_request(read.global_load), 4);
    EXPECT_EQ(sectors_a_request(read.global_store), 32);
    const KernelTotals write = totals_of("transpose/linear_write", {{"threads", threads}});
    EXPECT_EQ(sectors_a_request(write.global_load), 32);
    EXPECT_EQ(sectors_a_request(write.global_store), 4);
  }
}

TEST(Costs, LinearLoopsAreContiguousWhereRowsEndInsideAWarp) {
  // 64 × 97 floats fill 776 sectors; a two-dimensional block starts anew with each row.
  const Parameters ragged = {{"rows", 64}, {"cols", 97}};
  EXPECT_EQ(totals_of("transpose/linear_read", ragged).global_load.sectors, 776u);
  EXPECT_EQ(totals_of("transpose/linear_write", ragged).global_store.sectors, 776u);
  EXPECT_EQ(totals_of("transpose/coalesced_read", ragged).global_load.sectors, 1000u);
}

TEST(Costs, ALinearLoopThatEndsInsideAWarpIsSplitByUnrolling) {
  // nvcc peels the iterations that four do not divide, so the lanes of the warp in which the matrix
  // ends go on one step apart: a request of theirs covers parts of two runs.
  const Parameters odd = {{"rows", 53}, {"cols", 97}};
  const auto load = totals_of("transpose/linear_read", odd).global_load;
  EXPECT_EQ(load.requests, 161u);      // 5,141 elements, 32 at a time
  EXPECT_EQ(load.sectors, 643u + 4u);  // 5,141 elements, 8 a sector
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
