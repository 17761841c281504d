// Transposes and the access pattern against their CPU reference, over shapes that tiles do not
// divide.
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

void check_every_choice(const catalog::Variant& variant, const Parameters& settings) {
  const catalog::Family& transposes = family("transpose");
  for_each_setting(transposes, variant, settings,
                   {"block_shape", "threads", "tile", "pitch", "room"}, [&](const Parameters& p) {
                     if (!variant.plan(*complete(transposes, variant, p)).has_value()) return;
                     expect_match_without_findings("transpose/" + variant.name, p);
                   });
}

TEST(Transposes, AreRightAtEveryShapeAndChoice) {
  for (const catalog::Variant& variant : family("transpose").variants) {
    if (variant.broken) continue;
    for (const auto& [rows, cols] : kShapes) {
      check_every_choice(variant, {{"rows", rows}, {"cols", cols}});
    }
  }
}

// Blocks with all of their tile, those at each edge, and rows that begin at every place of a
// sector.
TEST(Transposes, OfSeveralWideTilesAreRightAtOddLengths) {
  for (const char* name : {"wide_tile", "wide_tile_down", "whole_sectors", "fastest"}) {
    for (const auto& [rows, cols] :
         {std::pair{200, 132}, {203, 264}, {259, 257}, {260, 259}, {257, 260}, {137, 129}}) {
      expect_match_without_findings(std::string("transpose/") + name,
                                    {{"rows", rows}, {"cols", cols}});
    }
  }
}

TEST(Transposes, TheFastestTakesTheKernelThatTheLengthsAskFor) {
  const catalog::Family& transposes = family("transpose");
  const catalog::Variant& fastest = *transposes.find("fastest");
  const auto entry = [&](std::int64_t rows, std::int64_t cols) {
    const auto plan =
        fastest.plan(*complete(transposes, fastest, {{"rows", rows}, {"cols", cols}}));
    return std::get<catalog::LaunchStep>(plan->steps.at(0)).entry;
  };
  EXPECT_EQ(entry(1024, 1024), entry(4, 4));
  EXPECT_NE(entry(1028, 1024), entry(1024, 1024));
  EXPECT_EQ(entry(1028, 1024), entry(8192, 8192));
  EXPECT_NE(entry(8192, 8191), entry(8192, 8192));
  EXPECT_EQ(entry(2304, 2303), entry(63, 96));  // of fewer than 2304² elements
  EXPECT_NE(entry(2305, 2305), entry(63, 96));
  EXPECT_EQ(entry(2305, 2305), entry(8191, 8192));
  EXPECT_NE(entry(8193, 8193), entry(2305, 2305));
  EXPECT_EQ(entry(8193, 8193), entry(16384, 4097));
}

TEST(Transposes, TheFastestIsRightAtASizeOfWholeSectors) {
  expect_match_without_findings("transpose/fastest", {{"rows", 2306}, {"cols", 2305}});
}

// As many blocks as there are tiles at some shapes, fewer, and more.
TEST(Transposes, ThatWalkAreRightAtEveryShapeAndGrid) {
  for (const char* name : {"linear_read", "linear_write", "tile_gridstride"}) {
    for (const auto& [rows, cols] : kShapes) {
      for (const std::int64_t blocks : {1, 3, 40}) {
        check_every_choice(*family("transpose").find(name),
                           {{"rows", rows}, {"cols", cols}, {"blocks", blocks}});
      }
    }
  }
}

std::vector<trace::Finding> races_of(std::string_view name, const Parameters& settings,
                                     const run::Options& options = quick()) {
  const auto result = run::run_variant(catalogue(), name, settings, options);
  EXPECT_TRUE(result.has_value()) << result.error().message.in(Language::en);
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
