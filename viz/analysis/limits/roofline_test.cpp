#include "viz/analysis/limits/roofline.h"

#include <gtest/gtest.h>

namespace warplens::analysis {
namespace {

// 1,000 bytes a second; 2 multiprocessors of 64 lanes at 100 Hz: 12,800 multiply-adds a second.
Chip chip_with_roofs() {
  Chip chip;
  chip.multiprocessors.value = 2;
  chip.clock.value = 100;
  chip.dram_rate.value = 1000;
  chip.fp32_lanes.value = 64;
  return chip;
}

LaunchDemand launch_of(std::uint64_t flop, std::uint64_t fetched, std::uint64_t written) {
  LaunchDemand launch;
  launch.flop = flop;
  launch.fetched_bytes = fetched;
  launch.written_bytes = written;
  return launch;
}

RooflinePoint point_of(const LaunchDemand& launch, std::optional<double> seconds = {}) {
  return roofline_point({&launch, 1}, seconds);
}

TEST(Roofline, APlaceIsFlopAByteAndFlopASecond) {
  const RooflinePoint one = point_of(launch_of(320, 96, 64), 2);
  EXPECT_EQ(one.flop, 320);
  EXPECT_EQ(one.bytes, 160);
  EXPECT_EQ(one.intensity(), 2);
  EXPECT_EQ(one.rate(), 160);
}

TEST(Roofline, LaunchesAddUpWhatTheyMoveBetweenThemIsMovedTwice) {
  const std::array launches{launch_of(320, 96, 64), launch_of(320, 64, 96)};
  const RooflinePoint both = roofline_point(launches, {});
  EXPECT_EQ(both.flop, 640);
  EXPECT_EQ(both.bytes, 320);
}

TEST(Roofline, LeftOfTheRidgeBytesAreTheRoofAndRightOfItTheUnits) {
  const Roofs roofs = roofs_of(chip_with_roofs());
  EXPECT_EQ(roofs.ridge(), 25.6) << "a multiply-add is two";
  const RooflinePoint few = point_of(launch_of(320, 160, 0)), many = point_of(launch_of(320, 8, 0));
  EXPECT_EQ(roof_over(few, roofs), 2000);
  EXPECT_TRUE(is_below_memory(few, roofs));
  EXPECT_EQ(roof_over(many, roofs), 25600);
  EXPECT_FALSE(is_below_memory(many, roofs));
}

TEST(Roofline, WithoutOperationsBytesAreHeldAgainstDram) {
  const Roofs roofs = roofs_of(chip_with_roofs());
  const RooflinePoint copy = point_of(launch_of(0, 320, 320), 0.8);
  EXPECT_FALSE(copy.has_flop());
  EXPECT_EQ(copy.rate(), 800);
  EXPECT_EQ(roof_over(copy, roofs), 1000);
  EXPECT_EQ(share_of_roof(copy, roofs), 0.8);
  EXPECT_TRUE(is_below_memory(copy, roofs));
}

TEST(Roofline, WithoutBytesOnlyTheUnitsAreARoof) {
  const Roofs roofs = roofs_of(chip_with_roofs());
  const RooflinePoint one = point_of(launch_of(25600, 0, 0), 2);
  EXPECT_EQ(roof_over(one, roofs), 25600);
  EXPECT_FALSE(is_below_memory(one, roofs));
  EXPECT_EQ(share_of_roof(one, roofs), 0.5);
}

TEST(Roofline, WhatWasNotMeasuredHasNoRateAndNoShare) {
  const RooflinePoint one = point_of(launch_of(320, 160, 0));
  EXPECT_FALSE(one.rate());
  EXPECT_FALSE(share_of_roof(one, roofs_of(chip_with_roofs())));
}

TEST(Roofline, OfSharedMemoryTheRoofIsAWavefrontACycleAndMultiprocessor) {
  const Roofs roofs = roofs_of(chip_with_roofs(), RooflineMemory::shared);
  EXPECT_EQ(roofs.bytes_a_second, 2 * 100 * 128);
  LaunchDemand launch = launch_of(320, 96, 64);
  launch.shared_bytes = 1280;
  const RooflinePoint one = roofline_point({&launch, 1}, 1, RooflineMemory::shared);
  EXPECT_EQ(one.bytes, 1280);
  EXPECT_EQ(one.intensity(), 0.25);
  EXPECT_EQ(roof_over(one, roofs), 0.25 * 25600);
  EXPECT_TRUE(is_below_memory(one, roofs));
}

}  // namespace
}  // namespace warplens::analysis
