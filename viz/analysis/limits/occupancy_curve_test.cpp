#include "viz/analysis/limits/occupancy_curve.h"

#include <gtest/gtest.h>

namespace warplens::analysis {
namespace {

const Multiprocessor& ampere() { return *multiprocessor(80); }

TEST(OccupancyCurve, HasEveryValueOnceAndSaysWhatTheOccupancyIs) {
  const BlockNeeds needs{.threads = 192, .registers = 40, .shared_bytes = 5000};
  for (const Need need : kAllNeeds) {
    const auto curve = occupancy_curve(ampere(), needs, need);
    ASSERT_FALSE(curve.empty());
    EXPECT_EQ(curve.front().first, need == Need::shared_bytes ? 0u : 1u);
    EXPECT_EQ(curve.back().last, most_of(ampere(), need));
    for (std::size_t i = 0; i < curve.size(); ++i) {
      const std::uint32_t expected = i == 0 ? curve[i].first : curve[i - 1].last + 1;
      EXPECT_EQ(curve[i].first, expected);
      for (const std::uint32_t value : {curve[i].first, curve[i].last}) {
        EXPECT_EQ(occupancy(ampere(), with(needs, need, value)).warps, curve[i].warps)
            << kNeedNames[static_cast<std::size_t>(need)] << " " << value;
      }
    }
  }
}

TEST(OccupancyCurve, TheNearestGainIsTheStepBesideWithMoreWarps) {
  const BlockNeeds needs{.threads = 256, .registers = 48};
  const auto curve = occupancy_curve(ampere(), needs, Need::registers);
  EXPECT_EQ(nearest_gain(curve, 48), (CurveStep{33, 40, 48}));
  EXPECT_EQ(nearest_gain(curve, 20), std::nullopt) << "all warps are resident";
}

TEST(OccupancyCurve, AGainMayLieOnEitherSide) {
  // 768 threads are 24 warps, of which an SM holds two blocks; 640 are 20, and three blocks.
  const auto curve = occupancy_curve(ampere(), {.threads = 768, .registers = 32}, Need::threads);
  EXPECT_EQ(occupancy(ampere(), {.threads = 768, .registers = 32}).warps, 48u);
  const auto gain = nearest_gain(curve, 768);
  ASSERT_TRUE(gain.has_value());
  EXPECT_GT(gain->warps, 48u);
}

}  // namespace
}  // namespace warplens::analysis
