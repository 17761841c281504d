#include "viz/scene/charts/cost_strip.h"

#include <gtest/gtest.h>

#include <algorithm>

namespace warplens::scene {
namespace {

EventTimeline with_ways(std::vector<std::uint8_t> ways) {
  EventTimeline model;
  model.ways = std::move(ways);
  return model;
}

std::vector<float> bar_heights(const CostStrip& strip, float width) {
  std::vector<float> heights;
  for (const Rectangle& each : cost_strip(strip, {width, 20}, {}).rectangles) {
    if (each.id.kind == MarkId::Kind::event) heights.push_back(each.height);
  }
  return heights;
}

TEST(CostStrip, ABarIsHigherWhereAnEventCostsMoreAndOneWithoutACostIsLowest) {
  const EventTimeline model = with_ways({0, 1, 4, 32});
  const auto heights = bar_heights({&model, [](std::size_t place) { return place; }, 4}, 400);
  ASSERT_EQ(heights.size(), 4u);
  EXPECT_TRUE(std::ranges::is_sorted(heights, std::less_equal<>()));
  EXPECT_FLOAT_EQ(heights.back(), 20);
}

TEST(CostStrip, OnlyTheEventsThatAreSteppedThroughHaveBars) {
  const EventTimeline model = with_ways({1, 32, 1, 32});
  const auto heights = bar_heights({&model, [](std::size_t place) { return place * 2; }, 2}, 400);
  ASSERT_EQ(heights.size(), 2u);
  EXPECT_FLOAT_EQ(heights[0], heights[1]);
}

TEST(CostStrip, WhereBarsStandForSeveralEventsEachShowsTheDearest) {
  std::vector<std::uint8_t> ways(1000, 1);
  ways[777] = 32;
  const EventTimeline model = with_ways(ways);
  const auto heights = bar_heights({&model, [](std::size_t place) { return place; }, 1000}, 100);
  ASSERT_EQ(heights.size(), 50u);
  EXPECT_EQ(std::ranges::count(heights, 20.0f), 1);
}

TEST(CostStrip, APressGoesToTheNearestPlace) {
  EXPECT_EQ(strip_place(4, 100, -5), 0u);
  EXPECT_EQ(strip_place(4, 100, 30), 1u);
  EXPECT_EQ(strip_place(4, 100, 999), 3u);
  EXPECT_EQ(strip_place(0, 100, 30), 0u);
}

}  // namespace
}  // namespace warplens::scene
