// What a block's accesses feed, for every matrix product of the catalogue: each element of C gets
// each of its terms, as its definition says, and nothing else.
#include "viz/analysis/gemm_flow.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "viz/analysis/running_gemms_test.h"

namespace warplens::analysis {
namespace {

using trace::EventKind;
using trace::Space;

const std::set<std::string> kOfTmaCopies = {"tensor_gemm/tma", "tensor_gemm/tma_store",
                                            "tensor_gemm/clusters"};

// Every element of C is stored, and at the end each of its k terms has been read once: all by the
// block that stores it, or by the blocks that store its parts.
void expect_whole(const Product& product, const std::string& what) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint64_t> terms;
  const GemmShape& shape = product.shape;
  const std::uint64_t blocks = product.trace->launch.grid.count();
  for (std::uint32_t block = 0; block < blocks; ++block) {
    const GemmFlow flow = product.flow(block);
    EXPECT_FALSE(flow.is_cut);
    const GemmMoment last = gemm_moment(flow, product.trace->events.size());
    for (std::size_t i = 0; i < flow.cells.size(); ++i) {
      terms[{flow.cells[i].element.row, flow.cells[i].element.column}] += last.terms[i];
    }
  }
  for (const auto& [at, sum] : terms) {
    ASSERT_EQ(sum, shape.k) << what << " C[" << at.first << "][" << at.second << "]";
  }
  EXPECT_EQ(terms.size(), std::size_t{shape.m} * shape.n) << what;
}

TEST(GemmFlow, EveryElementOfCGetsAllOfItsTermsInEveryKernel) {
  std::vector<catalog::Parameters> all_sizes{ragged_sizes(), {{"m", 3}, {"n", 132}, {"k", 20}}};
  std::vector<std::uint32_t> capabilities{90};
  if (!is_too_slow_here()) {
    all_sizes.push_back({{"m", 64}, {"n", 64}, {"k", 64}});
    capabilities.push_back(0);
  }
  for (const char* family : {"gemm", "tensor_gemm"}) {
    for (const std::string& kernel : kernels_of(family)) {
      if (kOfTmaCopies.contains(kernel)) continue;  // see below
      for (const catalog::Parameters& sizes : all_sizes) {
        for (const std::uint32_t capability : capabilities) {
          const Product product = gemm_of(kernel, sizes, capability);
          expect_whole(product, fmt::format("{} m {} sm_{}", kernel, sizes.at("m"), capability));
        }
      }
    }
  }
}

TEST(GemmFlow, FollowsWhatTmaBringsAndStores) {
  const catalog::Parameters sizes{{"m", 192}, {"n", 320}, {"k", 128}};
  for (const char* kernel : {"tensor_gemm/tma", "tensor_gemm/tma_store"})
    expect_whole(gemm_of(kernel, sizes, 90), kernel);
}

TEST(GemmFlow, SaysThatOtherBlocksOfAClusterBringSome) {
  const Product product =
      gemm_of("tensor_gemm/clusters", {{"m", 256}, {"n", 64}, {"k", 64}, {"cluster", 2}}, 90);
  for (const std::uint32_t block : {0, 1}) {
    const GemmFlow flow = product.flow(block);
    EXPECT_TRUE(flow.is_shared);
    EXPECT_EQ(flow.cells.size(), 128u * 64);
  }
  const catalog::Parameters sizes{{"m", 64}, {"n", 64}, {"k", 64}};
  EXPECT_FALSE(gemm_of("tensor_gemm/tma", sizes, 90).flow(0).is_shared);
}

TEST(GemmFlow, ATermIsThereOnceBothOfItsFactorsHaveBeenRead) {
  const Product product = gemm_of("gemm/row_loop", {{"m", 2}, {"n", 40}, {"k", 5}}, 0);
  const GemmFlow flow = product.flow(0);
  // Without a look at the flow: of lane 3, which has column 3.
  std::set<std::uint64_t> of_a, of_b;
  for (std::size_t event = 0; event < product.trace->events.size(); ++event) {
    const trace::EventView view = product.trace->events.view(event);
    const trace::Site& site = product.trace->sites[view.site];
    if (view.block == 0 && view.warp == 0 && site.kind == EventKind::load) {
      const std::uint64_t address = view.address[3];
      const bool is_a = address < product.shape.a.address + product.shape.a.bytes &&
                        address >= product.shape.a.address;
      if (is_a) of_a.insert((address - product.shape.a.address) / 4);
      if (!is_a) of_b.insert((address - product.shape.b.address) / 4 / 40);
    }
    std::uint32_t both = 0;
    for (const std::uint64_t step : of_a) both += of_b.contains(step) ? 1 : 0;
    EXPECT_EQ(gemm_moment(flow, event).terms[3], both) << event;
  }
  EXPECT_EQ(of_a.size(), 5u);
}

TEST(GemmFlow, WhatAReadFeedsIsWhatItsThreadStoresNext) {
  // 300 columns: threads 0 to 43 go round twice.
  const Product product = gemm_of("gemm/row_loop", {{"m", 1}, {"n", 300}, {"k", 4}}, 0);
  const GemmFlow flow = product.flow(0);
  const auto fed_by = [&](std::size_t event) {
    std::set<std::uint32_t> columns;
    const GemmMoment moment = gemm_moment(flow, event);
    for (std::size_t i = 0; i < flow.cells.size(); ++i) {
      if (moment.is_fed[i]) columns.insert(flow.cells[i].element.column);
    }
    return columns;
  };
  const auto loads = product.events(0, 0, Space::global, EventKind::load);
  const std::set<std::uint32_t> first = fed_by(loads.front()), last = fed_by(loads.back());
  EXPECT_EQ(first.size(), 32u);
  EXPECT_EQ(*first.begin(), 0u);
  EXPECT_EQ(*last.begin(), 256u) << "its second turn";
  EXPECT_EQ(gemm_moment(flow, loads.front()).reuse(), 1u);
}

// Multiply-adds that a value read from shared memory takes part in: the other side of the tile.
TEST(GemmFlow, ARegisterTileUsesAValueAsOftenAsItIsWide) {
  const std::map<std::string, std::uint64_t> expected{{"gemm/chessboard", 1},
                                                      {"gemm/register_tile", 4},
                                                      {"gemm/vector_reads", 4},
                                                      {"gemm/outer_shared", 8},
                                                      {"gemm/warp_tiles", 8}};
  for (const auto& [kernel, reuse] : expected) {
    const Product product = gemm_of(kernel, {{"m", 128}, {"n", 128}, {"k", 64}}, 90);
    const GemmFlow flow = product.flow(0);
    for (const std::size_t event : product.events(0, 0, Space::shared, EventKind::load)) {
      ASSERT_EQ(gemm_moment(flow, event).reuse(), reuse) << kernel;
    }
  }
}

TEST(GemmFlow, WhatIsBroughtToSharedMemoryFeedsTheWholeBlock) {
  const Product product = gemm_of("gemm/chessboard", {{"m", 32}, {"n", 32}, {"k", 32}}, 90);
  const GemmFlow flow = product.flow(0);
  for (const std::size_t event : product.events(0, 0, Space::global, EventKind::load)) {
    const GemmMoment moment = gemm_moment(flow, event);
    EXPECT_EQ(moment.reuse(), 16u) << "each of the 16 rows or columns of its tile of C";
    for (const GemmTouch& touch : flow.touches_of(event)) EXPECT_TRUE(touch.is_brought);
  }
}

TEST(GemmFlow, TheTileOfABlockIsWhatItStores) {
  const Product product = gemm_of("gemm/register_tile", {{"m", 100}, {"n", 90}, {"k", 8}}, 0);
  const GemmFlow flow = product.flow(3);
  EXPECT_EQ(flow.first_row, 64u);
  EXPECT_EQ(flow.rows, 36u);
  EXPECT_EQ(flow.first_column, 64u);
  EXPECT_EQ(flow.columns, 26u);
  ASSERT_NE(flow.cell({70, 66}), nullptr);
  EXPECT_EQ(flow.cell({70, 66})->element, (MatrixElement{70, 66}));
  EXPECT_EQ(flow.cell({3, 3}), nullptr);
}

TEST(GemmFlow, PaddingOfPitchedRowsIsNoElement) {
  const Product product = gemm_of("gemm/pitched", {{"m", 2}, {"n", 10}, {"k", 6}}, 0);
  EXPECT_GT(product.shape.a.pitch, 6u * 4);
  const trace::Buffer& a = product.shape.a;
  EXPECT_EQ(element_at(a, a.address + a.pitch + 20), (MatrixElement{1, 5}));
  EXPECT_EQ(element_at(a, a.address + 24), std::nullopt);
  EXPECT_EQ(element_at(a, a.address - 4), std::nullopt);
}

TEST(GemmShape, IsNoneWhereTheBuffersAreNoProducts) {
  const Product product = gemm_of("gemm/row_loop", {{"m", 2}, {"n", 10}, {"k", 6}}, 0);
  GemmRoles roles = product.roles;
  roles.a = "missing";
  EXPECT_FALSE(gemm_shape(*product.trace, roles));
  roles.a = "c";
  EXPECT_FALSE(gemm_shape(*product.trace, roles)) << "2 × 10 times 6 × 10";
  EXPECT_TRUE(gemm_shape(*product.trace, product.roles));
}

}  // namespace
}  // namespace warplens::analysis
