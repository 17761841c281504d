#include "kernels/base/lane_addresses.h"

#include <gtest/gtest.h>

namespace warplens {
namespace {

LaneAddresses strided(std::uint64_t base, std::uint64_t stride) {
  LaneAddresses addresses{};
  for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) addresses[lane] = base + lane * stride;
  return addresses;
}

TEST(CommonMove, IsHowFarAllLanesWent) {
  EXPECT_EQ(common_move(strided(256, 4), strided(320, 4), kAllLanesMask), 64u);
  EXPECT_EQ(common_move(strided(320, 4), strided(256, 4), kAllLanesMask), ~std::uint64_t{63});
  EXPECT_EQ(common_move(strided(256, 4), strided(256, 8), kAllLanesMask), std::nullopt);
}

TEST(CommonMove, TellsAnySingleLaneThatWentElsewhere) {
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    LaneAddresses to = strided(512, 4);
    to[lane] += 1;
    EXPECT_EQ(common_move(strided(256, 4), to, kAllLanesMask), std::nullopt) << lane;
    EXPECT_EQ(common_move(strided(256, 4), to, ~(1u << lane)), 256u) << lane;
    EXPECT_EQ(common_move(strided(256, 4), to, 1u << lane), 257u) << lane;
  }
}

TEST(CountLanes, CountsThem) {
  EXPECT_EQ(count_lanes(kAllLanesMask), 32u);
  EXPECT_EQ(count_lanes(0x80000001u), 2u);
  EXPECT_EQ(count_lanes(0), 0u);
}

}  // namespace
}  // namespace warplens
