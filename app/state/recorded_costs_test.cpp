// What the last steps of the lessons on transposes say of times in words, beside the rates that
// they look up.
#include <gtest/gtest.h>

#include <algorithm>
#include <map>

#include "kernels/catalog/family.h"
#include "kernels/timing/timings.h"

namespace warplens::ui {
namespace {

using Settings = catalog::Parameters;

class RecordedCosts : public ::testing::Test {
 protected:
  // Of the entry with these settings among its own; the others are as the variant has them.
  static const timing::Entry& entry(std::string_view family, std::string_view name,
                                    std::int64_t side, const Settings& settings) {
    static std::map<std::string, timing::Timings, std::less<>> read;
    auto at = read.find(family);
    if (at == read.end()) {
      auto file = timing::read_timings(
          fmt::format("{}/assets/recordings/h100-{}.json", WARPLENS_SOURCE_DIR, family));
      at = read.emplace(std::string(family), std::move(file).value()).first;
    }
    for (const timing::Entry& each : at->second.entries) {
      const bool has_all = std::ranges::all_of(settings, [&](const auto& wanted) {
        const auto set = each.parameters.find(wanted.first);
        return set != each.parameters.end() && set->second == wanted.second;
      });
      if (each.name == name && each.side == side && has_all) return each;
    }
    throw std::runtime_error(fmt::format("{}/{} at {} is not recorded", family, name, side));
  }
  static double rate(std::string_view name, std::int64_t side, const Settings& settings = {}) {
    return entry("transpose", name, side, settings).bytes_per_second();
  }
  static double seconds(std::int64_t ways) {
    return entry("shared", "strided", 4096, {{"ways", ways}}).seconds.median;
  }
};

const Settings kWide{{"block_shape", 3208}}, kSquare{{"block_shape", 808}};

TEST_F(RecordedCosts, EqualSectorsTakeUnequalTime) {
  EXPECT_LT(rate("coalesced_read", 16384, kWide), 0.5 * rate("coalesced_write", 16384, kWide));
  EXPECT_GT(rate("device_copy", 16384), rate("coalesced_write", 16384, kWide));
}

TEST_F(RecordedCosts, SectorsDoNotRankBlockShapes) {
  EXPECT_GT(rate("coalesced_read", 4096, kSquare), rate("coalesced_read", 4096, kWide));
  EXPECT_LT(rate("coalesced_write", 4096, kSquare), rate("coalesced_write", 4096, kWide));
}

TEST_F(RecordedCosts, TurningTheCornerGainsNextToNothingUntilTheTileIsPadded) {
  EXPECT_LE(rate("tile", 16384), 1.05 * rate("coalesced_write", 16384, kWide));
  EXPECT_GT(rate("tile_padded", 16384, {{"pitch", 33}}), 1.6 * rate("tile", 16384));
}

TEST_F(RecordedCosts, SmallConflictsHideBehindDramAndLargeOnesDoNot) {
  const double free = rate("tile_padded", 16384, {{"pitch", 33}});
  for (const std::int64_t pitch : {34, 36}) {
    EXPECT_NEAR(rate("tile_padded", 16384, {{"pitch", pitch}}) / free, 1, 0.03) << pitch;
  }
  EXPECT_LT(rate("tile_padded", 16384, {{"pitch", 32}}), 0.6 * free);
  EXPECT_GT(rate("tile_xor", 16384), 1.6 * rate("tile", 16384));
}

TEST_F(RecordedCosts, WhereSharedMemoryIsTheLimitEveryConflictCosts) {
  EXPECT_GT(seconds(2), 1.8 * seconds(1));
  EXPECT_GT(seconds(4), 1.8 * seconds(2));
  EXPECT_GT(seconds(32), 7 * seconds(4));
}

TEST_F(RecordedCosts, TheCuresDoNotDifferByMuchWhereRowsAreAligned) {
  const double padded = rate("tile_padded", 16384, {{"pitch", 33}});
  for (const char* name : {"tile_xor", "tile_shift", "packed_vector", "packed_xor"}) {
    EXPECT_NEAR(rate(name, 16384) / padded, 1, 0.05) << name;
  }
}

TEST_F(RecordedCosts, AtAnOddSizeWideKernelsLoseWhatTheyHave) {
  const double padded = rate("tile_padded", 4097, {{"pitch", 33}});
  for (const char* name : {"packed_xor", "packed_vector"}) {
    EXPECT_LT(rate(name, 4097), 0.7 * padded) << name;
    EXPECT_LT(rate(name, 4097), 0.5 * rate(name, 4096)) << name;
  }
  EXPECT_GT(padded, 0.6 * rate("tile_padded", 4096, {{"pitch", 33}})) << "it loses less";
}

}  // namespace
}  // namespace warplens::ui
