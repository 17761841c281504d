// Every kernel of the catalogue against its CPU reference, over shapes that tiles do not divide.
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/catalogue/every_setting.h"
#include "tests/catalogue/running.h"

namespace warplens {
namespace {

using catalog::Parameters;

struct Shape {
  std::int64_t rows, cols;
};
// One element, one row, one column, primes, a tile and one more or less, multiples of 4 only.
constexpr Shape kShapes[] = {{1, 1},   {1, 37},  {41, 1},  {2, 3},   {17, 31}, {32, 32},
                             {31, 33}, {33, 31}, {36, 44}, {64, 96}, {53, 97}, {1, 128}};

void check_every_shape(const std::string& variant_name, const Parameters& others = {}) {
  const auto found = *catalogue().find("transpose/" + variant_name);
  for (const Shape& shape : kShapes) {
    Parameters settings = others;
    settings["rows"] = shape.rows;
    settings["cols"] = shape.cols;
    for_each_setting(*found.family, *found.variant, settings, {"block_shape", "tile", "pitch"},
                     [&](const Parameters& p) {
                       const auto complete_p = complete(*found.family, *found.variant, p);
                       if (!found.variant->plan(*complete_p).has_value()) return;
                       expect_match_without_findings("transpose/" + variant_name, p);
                     });
  }
}

// Fewer blocks than tiles, as many as there are at some shapes, and more.
void check_every_grid(const std::string& variant_name, const Parameters& others = {}) {
  for (const std::int64_t blocks : {1, 3, 40}) {
    Parameters settings = others;
    settings["blocks"] = blocks;
    check_every_shape(variant_name, settings);
  }
}

TEST(Transposes, LinearReadIsRightAtEveryShape) {
  for (const std::int64_t threads : {32, 256, 1024}) {
    check_every_grid("linear_read", {{"threads", threads}});
  }
}
TEST(Transposes, LinearWriteIsRightAtEveryShape) {
  for (const std::int64_t threads : {32, 256, 1024}) {
    check_every_grid("linear_write", {{"threads", threads}});
  }
}
TEST(Transposes, CoalescedReadIsRightAtEveryShape) { check_every_shape("coalesced_read"); }
TEST(Transposes, CoalescedWriteIsRightAtEveryShape) { check_every_shape("coalesced_write"); }
TEST(Transposes, TileIsRightAtEveryShape) { check_every_shape("tile"); }
TEST(Transposes, TileFastpathIsRightAtEveryShape) { check_every_shape("tile_fastpath"); }
TEST(Transposes, TilePaddedIsRightAtEveryShape) { check_every_shape("tile_padded"); }
TEST(Transposes, TileGridstrideIsRightAtEveryShape) { check_every_grid("tile_gridstride"); }
TEST(Transposes, PackedPaddedIsRightAtEveryShape) { check_every_shape("packed_padded"); }
TEST(Transposes, PackedXorIsRightAtEveryShape) { check_every_shape("packed_xor"); }
TEST(Transposes, PackedShiftIsRightAtEveryShape) { check_every_shape("packed_shift"); }
TEST(Transposes, PackedVectorIsRightAtEveryShape) { check_every_shape("packed_vector"); }

TEST(Transposes, EveryVariantThatIsNotBrokenIsTestedHere) {
  std::vector<std::string> right;
  for (const catalog::Variant& variant : family("transpose").variants) {
    if (!variant.broken) right.push_back(variant.name);
  }
  EXPECT_EQ(right, (std::vector<std::string>{"linear_read", "linear_write", "coalesced_read",
                                             "coalesced_write", "tile", "tile_fastpath",
                                             "tile_padded", "tile_gridstride", "packed_padded",
                                             "packed_xor", "packed_shift", "packed_vector"}));
}

TEST(Transposes, AreRightInAnyOrderOfTheBlocks) {
  for (const catalog::Variant& variant : family("transpose").variants) {
    if (variant.broken) continue;
    for (const std::uint64_t seed : {1, 2, 3}) {
      expect_match_without_findings("transpose/" + variant.name, {}, in_order_of(seed));
    }
  }
}

std::vector<trace::Finding> races_of(std::string_view name, const Parameters& settings,
                                     const run::Options& options = quick()) {
  const auto result = run::run_variant(catalogue(), name, settings, options);
  EXPECT_TRUE(result.has_value()) << result.error().message;
  std::vector<trace::Finding> races;
  for (const trace::Finding& finding : result->traces.at(0)->findings) {
    if (finding.kind == trace::FindingKind::race) races.push_back(finding);
  }
  return races;
}

TEST(Transposes, WithoutTheBarrierARaceIsFoundAtTheTile) {
  for (const std::int64_t tile : {16, 32}) {
    const auto races = races_of("transpose/tile_nobarrier", {{"tile", tile}});
    ASSERT_FALSE(races.empty());
    EXPECT_EQ(races[0].file, "kernels/catalog/transpose/tile_nobarrier.cu");
    EXPECT_EQ(races[0].severity, trace::Severity::error);
  }
}

TEST(Transposes, WithoutTheSecondBarrierTheNextTilesStoreRacesWithTheRead) {
  for (const std::int64_t tile : {16, 32}) {
    for (const std::optional<std::uint64_t> seed : {std::optional<std::uint64_t>{}, {1}, {2}}) {
      run::Options options = quick();
      options.machine.order_seed = seed;
      const auto races =
          races_of("transpose/tile_gridstride_onebarrier", {{"tile", tile}}, options);
      ASSERT_FALSE(races.empty());
      EXPECT_EQ(races[0].severity, trace::Severity::error);
      EXPECT_NE(races[0].line, races[0].other_line);
      for (const std::uint32_t line : {races[0].line, races[0].other_line}) {
        const std::string text = source_line(races[0].file, line);
        EXPECT_NE(text.find("tile[threadIdx."), std::string::npos) << text;
      }
    }
  }
}

TEST(Transposes, TheSecondBarrierIsNotMissedByBlocksThatWalkOverOneTile) {
  const Parameters one_each = {{"rows", 64}, {"cols", 96}, {"blocks", 6}};
  EXPECT_TRUE(races_of("transpose/tile_gridstride_onebarrier", one_each).empty());
  Parameters one_fewer = one_each;
  one_fewer["blocks"] = 5;
  EXPECT_FALSE(races_of("transpose/tile_gridstride_onebarrier", one_fewer).empty());
}

TEST(AccessPattern, IsRightAtEveryWidthOrderAndSpace) {
  const auto found = *catalogue().find("access/pattern");
  for (const auto& [stride, offset] : {std::pair{0, 5}, {1, 0}, {33, 1}, {64, 63}}) {
    const Parameters settings = {{"stride", stride}, {"offset", offset}, {"lanes", 29}};
    for_each_setting(
        *found.family, *found.variant, settings, {"space", "width", "order"},
        [](const Parameters& p) { expect_match_without_findings("access/pattern", p); });
  }
}

TEST(AccessPattern, IsRightUnderEveryMask) {
  for (std::int64_t lanes = 1; lanes <= 32; ++lanes) {
    for (const std::int64_t every : {1, 2, 3, 32}) {
      expect_match_without_findings("access/pattern",
                                    {{"lanes", lanes}, {"every", every}, {"space", lanes % 2}});
    }
  }
}

TEST(AccessPattern, ShuffledIsAPermutationForEverySeed) {
  for (const std::int64_t seed : {0, 1, 2, 77, 1'000'000}) {
    const Parameters settings = {{"order", 4}, {"seed", seed}};
    expect_match_without_findings("access/pattern", settings);
    run::Options options = quick();
    options.keep_buffers = true;
    const auto result = run::run_variant(catalogue(), "access/pattern", settings, options);
    const auto& in = result->buffers.at(0).bytes;
    const auto& out = result->buffers.at(1).bytes;
    EXPECT_TRUE(std::equal(in.begin(), in.begin() + 128, out.begin())) << "seed " << seed;
  }
}

}  // namespace
}  // namespace warplens
