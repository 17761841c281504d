// Ticks, places and words of axes.
#include "viz/scene/charts/chart_axis.h"

#include <gtest/gtest.h>

#include <cmath>

namespace warplens::scene {
namespace {

TEST(ChartAxes, TicksAreRoundAndWithinTheAxis) {
  EXPECT_EQ(nice_ticks({0, 4.3, 0, 1, false}, 5), (std::vector<double>{0, 1, 2, 3, 4}));
  EXPECT_EQ(nice_ticks({0, 4.3, 0, 1, false}, 3), (std::vector<double>{0, 2, 4}));
  const auto decades = nice_ticks({2e-6, 3e-2, 0, 1, true}, 5);
  ASSERT_EQ(decades.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(decades[i] / std::pow(10, i), 1e-5, 1e-12);
  const auto parts = nice_ticks({0.9, 12, 0, 1, true}, 9);
  EXPECT_EQ(parts, (std::vector<double>{1, 2, 5, 10}));
  EXPECT_GE(nice_ticks({3, 4.2, 0, 1, true}, 6).size(), 2u);
}

TEST(ChartAxes, LogarithmicDistancesAreRatios) {
  const Axis axis{1, 100, 0, 200, true};
  EXPECT_NEAR(axis.at(10), 100, 1e-3);
  const Axis upwards{0, 10, 300, 100, false};
  EXPECT_NEAR(upwards.at(2.5), 250, 1e-3);
}

TEST(ChartAxes, ValuesReadWithUnitsAndDigits) {
  EXPECT_EQ(si_phrase(1.2345e-3, "s"), "1.23 ms");
  EXPECT_EQ(si_phrase(999.96e-6, "s"), "1.00 ms");
  EXPECT_EQ(si_phrase(4.0312e12, "B/s"), "4.03 TB/s");
  EXPECT_EQ(si_phrase(4.0312e15, "B/s"), "4030 TB/s");
  EXPECT_EQ(si_phrase(52.149e12, "FLOP/s"), "52.1 TFLOP/s");
  EXPECT_EQ(si_phrase(2e-5, "s", 6, true), "20 µs");
  EXPECT_EQ(si_phrase(2.5e-5, "s", 6, true), "25 µs");
  EXPECT_EQ(si_phrase(0, "s"), "0 s");
  EXPECT_EQ(grouped_digits(16384), "16,384");
  EXPECT_EQ(grouped_digits(512), "512");
  EXPECT_EQ(grouped_digits(1048576), "1,048,576");
}

}  // namespace
}  // namespace warplens::scene
