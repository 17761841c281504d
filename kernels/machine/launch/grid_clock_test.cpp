#include "kernels/machine/launch/grid_clock.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

namespace warplens::machine {
namespace {

TEST(GridClock, KnowsNothingAtFirst) {
  const GridClock clock;
  EXPECT_TRUE(clock.is_empty());
  EXPECT_EQ(clock.time(0), 0u);
  EXPECT_EQ(clock.time(123'456'789), 0u);
}

TEST(GridClock, KeepsTheLatestTimeOfEachWarp) {
  GridClock clock;
  clock.raise(5, 7);
  clock.raise(5, 3);
  clock.raise(100'000, 2);
  EXPECT_EQ(clock.time(5), 7u);
  EXPECT_EQ(clock.time(100'000), 2u);
  EXPECT_EQ(clock.time(6), 0u);
}

TEST(GridClock, ACopyIsNotChangedWithItsOriginal) {
  GridClock clock;
  clock.raise(5, 7);
  const GridClock before = clock;
  clock.raise(5, 9);
  clock.raise(1 << 20, 1);
  EXPECT_EQ(before.time(5), 7u);
  EXPECT_EQ(before.time(1 << 20), 0u);
}

TEST(GridClock, JoinedKnowsWhatEitherKnew) {
  std::mt19937 random(1);
  for (int round = 0; round < 50; ++round) {
    GridClock clocks[2];
    std::map<std::uint64_t, std::uint32_t> expected;
    for (int i = 0; i < 40; ++i) {
      const std::uint64_t warp = random() >> random() % 32;
      const std::uint32_t time = random() % 100 + 1;
      clocks[i % 2].raise(warp, time);
      expected[warp] = std::max(expected[warp], time);
    }
    clocks[0].raise(clocks[1]);
    for (const auto& [warp, time] : expected) EXPECT_EQ(clocks[0].time(warp), time) << warp;
  }
}

}  // namespace
}  // namespace warplens::machine
