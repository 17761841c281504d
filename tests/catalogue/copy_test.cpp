// The copies: right at every size, at the costs that they state.
#include <gtest/gtest.h>

#include "tests/catalogue/costs.h"

namespace warplens {
namespace {

using catalog::Parameters;
using Sectors = std::set<std::uint32_t>;

TEST(Copies, AreRightAtEverySize) {
  for (const catalog::Variant& variant : family("copy").variants) {
    for (const auto& [rows, cols] :
         {std::pair{1, 1}, {1, 3}, {41, 1}, {2, 3}, {63, 64}, {64, 68}, {65, 132}, {53, 97}}) {
      expect_match_without_findings("copy/" + variant.name, {{"rows", rows}, {"cols", cols}});
    }
  }
}

TEST(Copies, OfAFloatAreFourSectorsARequestAndOfFourSixteen) {
  EXPECT_EQ(sectors_of_full_warps("copy/element", {}), Sectors{4});
  for (const char* name : {"copy/vector", "copy/tiles", "copy/tiles_down"}) {
    EXPECT_EQ(sectors_of_full_warps(name, {}), Sectors{16}) << name;
    EXPECT_EQ(totals_of(name, {}).global_load.bytes_moved, 64u * 96 * 4) << name;
  }
}

TEST(Copies, ByTilesMakeTheGlobalAccessesOfTheTransposeThatTheyMeasure) {
  for (const auto& [copy, turned] : {std::pair{"copy/tiles", "transpose/wide_tile"},
                                     {"copy/tiles_down", "transpose/wide_tile_down"}}) {
    const Parameters whole_tiles = {{"rows", 128}, {"cols", 192}};
    const auto straight = totals_of(copy, whole_tiles);
    const auto transposed = totals_of(turned, whole_tiles);
    EXPECT_EQ(straight.global_load.requests, transposed.global_load.requests);
    EXPECT_EQ(straight.global_load.sectors, transposed.global_load.sectors);
    EXPECT_EQ(straight.global_store.requests, transposed.global_store.requests);
    EXPECT_EQ(straight.global_store.sectors, transposed.global_store.sectors);
    EXPECT_EQ(straight.shared_load.requests, 0u);
  }
}

// The row of `in` at which block 1 begins.
std::uint64_t first_row_of_the_second_block(std::string_view name) {
  const auto trace = recorded(name, {{"rows", 128}, {"cols", 128}}).at(0);
  std::uint64_t first = ~std::uint64_t{0};
  for_each_global(*trace, trace::EventKind::load, [&](const auto& event, const auto&) {
    if (event.block == 1) first = std::min(first, event.address[0]);
  });
  return (first - trace->buffers.at(0).address) / sizeof(float) / 128;
}

TEST(Copies, WalkAlongRowsOrDownColumns) {
  EXPECT_EQ(first_row_of_the_second_block("copy/tiles"), 0u);
  EXPECT_EQ(first_row_of_the_second_block("copy/tiles_down"), 64u);
}

}  // namespace
}  // namespace warplens
