#include "kernels/machine/launch/global_races.h"

#include <gtest/gtest.h>

#include <numeric>

namespace warplens::machine {
namespace {

// Blocks of two warps, on one buffer. Instructions are numbered by the test.
class GlobalRacesTest : public testing::Test {
 protected:
  GlobalRacesTest() {
    trace::Buffer buffer;
    buffer.bytes = 1 << 12;
    base_ = *memory_.allocate(buffer);
    image_.writes_anywhere = true;
    request_.grid = {64};
    buffers_.emplace(image_, request_, memory_, RunOptions{});
    races_.emplace(*buffers_, 2);
  }

  struct Block {
    GlobalRacesTest* test;
    BlockOrder* order;

    Block& access(std::uint32_t instruction, GlobalUse use, RaceAccessKind kind,
                  std::uint64_t offset, std::uint32_t warp = 0, bool observes = false) {
      LaneAddresses addresses{};
      addresses[3] = test->base_ + offset;
      test->races_->note(*order, {warp, 1u << 3, &addresses, 4, instruction, use, kind, observes},
                         [this](std::uint32_t) { return test->keeps_value_; });
      return *this;
    }
    Block& read(std::uint32_t instruction, std::uint64_t offset, std::uint32_t warp = 0) {
      return access(instruction, GlobalUse::read, RaceAccessKind::read, offset, warp);
    }
    Block& write(std::uint32_t instruction, std::uint64_t offset, std::uint32_t warp = 0) {
      return access(instruction, GlobalUse::write, RaceAccessKind::write, offset, warp);
    }
    Block& strong(bool reads, bool writes, std::uint64_t offset, std::uint32_t warp = 0) {
      const auto kind = !writes ? RaceAccessKind::read
                        : reads ? RaceAccessKind::atomic
                                : RaceAccessKind::write;
      access(90, GlobalUse::strong, kind, offset, warp, reads);
      LaneAddresses addresses{};
      addresses[3] = test->base_ + offset;
      order->strong_access({.warp = warp,
                            .lanes = 1u << 3,
                            .addresses = &addresses,
                            .reads = reads,
                            .writes = writes,
                            .updates = reads && writes});
      return *this;
    }
    Block& set_flag(std::uint64_t offset, std::uint32_t warp = 0) {
      return strong(false, true, offset, warp);
    }
    Block& see_flag(std::uint64_t offset, std::uint32_t warp = 0) {
      return strong(true, false, offset, warp);
    }
    Block& count(std::uint64_t offset, std::uint32_t warp = 0) {
      return strong(true, true, offset, warp);
    }
    Block& fence(std::uint32_t warp = 0) {
      order->fence(warp, {});
      return *this;
    }
    Block& barrier() {
      order->barrier();
      return *this;
    }
  };

  Block block(std::uint64_t index) { return {this, &races_->begin(index)}; }
  std::size_t found() { return races_->races().size(); }

  Memory memory_;
  std::uint64_t base_ = 0;
  ProgramImage image_;
  LaunchRequest request_;
  std::optional<ExposedBuffers> buffers_;
  std::optional<GlobalRaces> races_;
  bool keeps_value_ = false;
};

constexpr std::uint64_t kData = 0, kFlag = 512;

TEST_F(GlobalRacesTest, AWriteAndAReadOfTwoBlocksRaceInEitherOrder) {
  block(0).write(1, kData);
  block(1).read(2, kData);
  EXPECT_EQ(found(), 1u);
  block(2).read(3, kData + 64);
  block(3).write(4, kData + 64);
  EXPECT_EQ(found(), 2u);
}

TEST_F(GlobalRacesTest, WarpsOfOneBlockAreNotCompared) {
  Block one = block(0);
  one.write(1, kData, 0).write(2, kData, 1).read(3, kData, 0);
  EXPECT_EQ(found(), 0u);
}

TEST_F(GlobalRacesTest, ReadsAndOtherBytesDoNotRace) {
  block(0).read(1, kData).write(2, kData + 4);
  block(1).read(1, kData).write(2, kData + 8);
  EXPECT_EQ(found(), 0u);
}

TEST_F(GlobalRacesTest, AtomicsRaceWithPlainAccessesOnly) {
  block(0).strong(false, true, kData);
  block(1).strong(true, true, kData);
  EXPECT_EQ(found(), 0u);
  block(2).write(1, kData);
  EXPECT_EQ(found(), 1u);
}

TEST_F(GlobalRacesTest, TheRaceIsNamedAtTheLowestAddressByTheFirstBlocksInAnyOrder) {
  const auto update = [](Block block, std::uint64_t own) {
    block.read(1, own * 64).read(2, own * 64 + 64).write(3, own * 64);
  };
  std::vector<GlobalRace> races;
  for (const auto& order : {std::vector{0, 1, 2, 3}, {3, 1, 0, 2}, {2, 3, 1, 0}}) {
    races_.emplace(*buffers_, 2);
    for (const int index : order) update(block(index), index);
    ASSERT_EQ(found(), 1u);
    const GlobalRace race = races_->races().begin()->second;
    EXPECT_EQ(race.address, base_ + 64);
    EXPECT_EQ(race.main.instruction, 3u);
    EXPECT_EQ(race.main.block, 1u);
    EXPECT_EQ(race.other.instruction, 2u);
    EXPECT_EQ(race.other.block, 0u);
    EXPECT_EQ(race.main.lane, 3u);
    EXPECT_EQ(race.accesses, 3u);
  }
}

TEST_F(GlobalRacesTest, ManyBlocksThatRaceAreNamedByTheFirstTwoInAnyOrder) {
  std::vector<std::uint64_t> order(64);
  std::iota(order.begin(), order.end(), 0u);
  std::ranges::reverse(order);
  for (const std::uint64_t index : order) block(index).read(1, kData).write(2, kData);
  for (const auto& [key, race] : races_->races()) {
    EXPECT_EQ(race.other.block + race.main.block, 1u);
  }
}

TEST_F(GlobalRacesTest, WritesThatKeepTheValueAreInformationUnlessAnotherChangesIt) {
  keeps_value_ = true;
  block(0).write(1, kData);
  block(1).write(1, kData);
  ASSERT_EQ(found(), 1u);
  EXPECT_FALSE(races_->has_races());
  keeps_value_ = false;
  block(2).write(1, kData);
  ASSERT_EQ(found(), 1u);
  EXPECT_TRUE(races_->has_races());
}

TEST_F(GlobalRacesTest, AFlagWithFencesAtBothEndsOrders) {
  block(0).write(1, kData).fence().set_flag(kFlag);
  block(1).see_flag(kFlag).fence().read(2, kData);
  EXPECT_EQ(found(), 0u);
}

TEST_F(GlobalRacesTest, AFlagWithoutAFenceOrdersNothing) {
  block(0).write(1, kData).set_flag(kFlag);
  block(1).see_flag(kFlag).fence().read(2, kData);
  EXPECT_EQ(found(), 1u);
  block(2).write(1, kData + 64).fence().set_flag(kFlag + 64);
  block(3).see_flag(kFlag + 64).read(3, kData + 64);
  EXPECT_EQ(found(), 2u);
}

TEST_F(GlobalRacesTest, WhatIsWrittenBehindTheFenceIsNotReleased) {
  block(0).fence().write(1, kData).set_flag(kFlag);
  block(1).see_flag(kFlag).fence().read(2, kData);
  EXPECT_EQ(found(), 1u);
}

TEST_F(GlobalRacesTest, ABarrierCarriesWhatOtherWarpsHaveFenced) {
  block(0).write(1, kData, 1).fence(1).fence(0).barrier().set_flag(kFlag, 0);
  block(1).see_flag(kFlag, 0).fence(0).barrier().read(2, kData, 1);
  EXPECT_EQ(found(), 0u);
}

TEST_F(GlobalRacesTest, WithoutABarrierOneWarpsFenceIsNoneOfTheOthers) {
  block(0).write(1, kData, 1).fence(0).set_flag(kFlag, 0);
  block(1).see_flag(kFlag).fence().read(2, kData);
  EXPECT_EQ(found(), 1u);
}

TEST_F(GlobalRacesTest, TheLastBlockKnowsWhatAllHaveReleased) {
  for (std::uint64_t index = 0; index < 63; ++index) {
    block(index).write(1, kData + 4 * index).fence().count(kFlag);
  }
  Block last = block(63);
  last.count(kFlag).barrier();
  for (std::uint64_t index = 0; index < 63; ++index) last.read(2, kData + 4 * index, 1);
  EXPECT_EQ(found(), 0u);
}

TEST_F(GlobalRacesTest, WhoHasSeenAllCountsMaySetTheCounterBack) {
  for (std::uint64_t index = 0; index < 40; ++index) block(index).count(kFlag);
  block(40).count(kFlag).barrier().write(1, kFlag, 1);
  EXPECT_EQ(found(), 0u);
  block(41).write(1, kFlag);
  EXPECT_EQ(found(), 2u) << "with the last count and with the reset";
}

TEST_F(GlobalRacesTest, WhatABlockLearnedItHandsOn) {
  block(0).write(1, kData).fence().set_flag(kFlag);
  block(1).see_flag(kFlag).fence().set_flag(kFlag + 64);
  block(2).see_flag(kFlag + 64).fence().read(2, kData);
  EXPECT_EQ(found(), 0u);
}

TEST_F(GlobalRacesTest, AFlagThatIsSetAnewWithoutAFenceTellsNothing) {
  block(0).write(1, kData).fence().set_flag(kFlag);
  block(1).set_flag(kFlag);
  block(2).see_flag(kFlag).fence().read(2, kData);
  EXPECT_EQ(found(), 1u);
}

}  // namespace
}  // namespace warplens::machine
