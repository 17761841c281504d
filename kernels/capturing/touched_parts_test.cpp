#include "kernels/capturing/touched_parts.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens::capturing {
namespace {

using captured::Range;
using testing::SizeIs;

constexpr std::uint64_t kGranule = 4096;

std::vector<std::pair<std::uint64_t, std::uint64_t>> pairs(const std::vector<Range>& ranges) {
  std::vector<std::pair<std::uint64_t, std::uint64_t>> all;
  for (const Range& range : ranges) all.emplace_back(range.begin, range.end);
  return all;
}

TEST(TouchedRanges, AreGranulesSideBySideAsFarAsTheyLieInGaps) {
  const std::vector<Range> gaps{{kGranule + 100, 3 * kGranule}, {8 * kGranule, 9 * kGranule - 1}};
  EXPECT_EQ(pairs(ranges_of({1, 2, 8}, gaps, 10)),
            pairs({{kGranule + 100, 3 * kGranule}, {8 * kGranule, 9 * kGranule - 1}}));
  EXPECT_EQ(pairs(ranges_of({2}, gaps, 10)), pairs({{2 * kGranule, 3 * kGranule}}));
  EXPECT_THAT(ranges_of({0, 4, 100}, gaps, 10), SizeIs(0));
}

TEST(TouchedRanges, ThatAreTooManyAreJoinedWithWhatLiesBetween) {
  std::set<std::uint64_t> granules;
  for (std::uint64_t i = 0; i < 100; ++i) granules.insert(i * 3);
  const auto joined = ranges_of(granules, {{0, 1000 * kGranule}}, 10);
  EXPECT_EQ(pairs(joined), pairs({{0, 298 * kGranule}}));
}

TEST(TouchedParts, OfAnEpisodeThatNobodyAskedAboutAreNotKnown) {
  EXPECT_FALSE(TouchedParts(std::chrono::seconds(1)).look({}, 0, 1 << 20).has_value());
}

}  // namespace
}  // namespace warplens::capturing
