#include "kernels/base/lane_shape.h"

#include <gtest/gtest.h>

#include <cstddef>

namespace warplens {
namespace {

LaneAddresses in_steps(std::uint64_t base, std::uint64_t stride) {
  LaneAddresses addresses{};
  for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) addresses[lane] = base + lane * stride;
  return addresses;
}

TEST(LaneShape, GivesBackTheAddressesOfItsLanes) {
  LaneAddresses addresses = in_steps(4096, 36);
  addresses[0] = 0;  // not active
  addresses[7] = 16;
  const OwnLanes lanes(~1u, addresses);
  LaneAddresses written{};
  lanes.placed().write(written);
  for (std::size_t lane = 1; lane < kWarpSize; ++lane) {
    EXPECT_EQ(lanes.placed()[lane], addresses[lane]) << lane;
    EXPECT_EQ(written[lane], addresses[lane]) << lane;
  }
}

TEST(LaneShape, LanesTwoGibibytesApartHaveNone) {
  LaneAddresses addresses = in_steps(1 << 20, 4);
  addresses[9] += std::uint64_t{1} << 31;
  EXPECT_FALSE(LaneShape::of(kAllLanesMask, addresses).has_value());
  EXPECT_TRUE(LaneShape::of(~(1u << 9), addresses).has_value());
}

TEST(LaneShape, TellsAnyLaneThatLiesOutside) {
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    for (const std::uint64_t address : {252, 384, 128}) {
      LaneAddresses addresses = in_steps(256, 4);
      addresses[lane] = address;
      EXPECT_FALSE(OwnLanes(kAllLanesMask, addresses).placed().lie_inside(256, 128, 4)) << lane;
      EXPECT_TRUE(OwnLanes(~(1u << lane), addresses).placed().lie_inside(256, 128, 4)) << lane;
    }
  }
  const OwnLanes inside(kAllLanesMask, in_steps(256, 4));
  EXPECT_TRUE(inside.placed().lie_inside(256, 128, 4));
  EXPECT_FALSE(inside.placed().lie_inside(256, 127, 4));
  EXPECT_FALSE(inside.placed().lie_inside(0, 0, 4)) << "no memory at all";
  const OwnLanes wrapped(kAllLanesMask, in_steps(0 - std::uint64_t{64}, 4));
  EXPECT_FALSE(wrapped.placed().lie_inside(0, 1024, 4)) << "begins before the first byte";
}

TEST(LaneShape, TellsAnyLaneThatLiesMisaligned) {
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    LaneAddresses addresses = in_steps(256, 4);
    addresses[lane] += 2;
    EXPECT_FALSE(OwnLanes(kAllLanesMask, addresses).placed().lie_inside(0, 1024, 4)) << lane;
  }
  EXPECT_FALSE(OwnLanes(kAllLanesMask, in_steps(258, 4)).placed().lie_inside(0, 1024, 4));
  EXPECT_TRUE(OwnLanes(kAllLanesMask, in_steps(258, 4)).placed().lie_inside(0, 1024, 2));
}

TEST(LaneShape, KnowsTheStepsOfItsHalves) {
  LaneAddresses addresses = in_steps(256, 4);
  auto shape = LaneShape::of(kAllLanesMask, addresses);
  EXPECT_EQ(shape->steps, (std::array<std::int32_t, 2>{4, 4}));
  EXPECT_EQ(shape->step(), 4);
  for (std::size_t lane = 16; lane < kWarpSize; ++lane) addresses[lane] = 1024;
  shape = LaneShape::of(kAllLanesMask, addresses);
  EXPECT_EQ(shape->steps, (std::array<std::int32_t, 2>{4, 0}));
  EXPECT_FALSE(shape->step().has_value());
  addresses[31] = 1020;
  EXPECT_EQ(LaneShape::of(kAllLanesMask, addresses)->steps[1], LaneShape::kNoStep);
  EXPECT_EQ(LaneShape::of(~1u, addresses)->steps[0], LaneShape::kNoStep) << "a lane is missing";
  addresses = in_steps(256, 4);
  for (std::size_t lane = 16; lane < kWarpSize; ++lane) addresses[lane] += 64;
  EXPECT_FALSE(LaneShape::of(kAllLanesMask, addresses)->step().has_value())
      << "the halves do not go on";
}

TEST(LaneShape, KnowsWhoSharesAPlace) {
  auto shape = LaneShape::of(kAllLanesMask, in_steps(256, 0));
  EXPECT_EQ(shape->repeating, ~1u);
  EXPECT_EQ(shape->repeated, 1u);
  LaneAddresses addresses = in_steps(256, 4);
  EXPECT_EQ(LaneShape::of(kAllLanesMask, addresses)->repeating, 0u);
  for (std::size_t lane = 16; lane < kWarpSize; ++lane) addresses[lane] = addresses[lane - 16];
  shape = LaneShape::of(kAllLanesMask, addresses);
  EXPECT_EQ(shape->repeating, 0xffff0000u);
  EXPECT_EQ(shape->repeated, 0xffffu);
  EXPECT_EQ(LaneShape::of(0xffff0000u, addresses)->repeating, 0u) << "the first half is not active";
}

}  // namespace
}  // namespace warplens
