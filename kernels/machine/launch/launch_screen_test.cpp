#include "kernels/machine/launch/launch_screen.h"

#include <gtest/gtest.h>

#include <random>
#include <set>

namespace warplens::machine {
namespace {

// One buffer that every pointer of the launch leads to.
class ScreenTest : public testing::Test {
 protected:
  ScreenTest() {
    trace::Buffer buffer;
    buffer.bytes = kBytes;
    base_ = *memory_.allocate(buffer);
    image_.writes_anywhere = true;
    request_.grid = {4};
  }

  LaneAddresses lanes(std::uint64_t offset, std::uint64_t step) const {
    LaneAddresses addresses;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      addresses[lane] = base_ + offset + lane * step;
    }
    return addresses;
  }
  bool is_suspicious(const BlockTouches& one, const BlockTouches& other) {
    const ExposedBuffers buffers(image_, request_, memory_, {});
    LaunchScreen screen(buffers);
    screen.add(one, false);
    screen.add(other, false);
    return screen.is_suspicious();
  }

  static constexpr std::uint64_t kBytes = 1 << 16;
  Memory memory_;
  std::uint64_t base_ = 0;
  ProgramImage image_;
  LaunchRequest request_;
};

TEST_F(ScreenTest, BlocksThatWriteApartMakeNoSuspicion) {
  BlockTouches one, other;
  one.add(lanes(0, 4), ~0u, 4, GlobalUse::write);
  one.add(lanes(0, 4), ~0u, 4, GlobalUse::write);
  other.add(lanes(128, 4), ~0u, 4, GlobalUse::write);
  EXPECT_FALSE(is_suspicious(one, other));
}

TEST_F(ScreenTest, ColumnsNextToEachOtherLieApart) {
  BlockTouches one, other;
  one.add(lanes(0, 256), ~0u, 4, GlobalUse::write);
  one.add(lanes(4, 256), ~0u, 4, GlobalUse::write);
  other.add(lanes(8, 256), ~0u, 4, GlobalUse::write);
  EXPECT_FALSE(is_suspicious(one, other));
  other.add(lanes(4, 256), 1u << 31, 1, GlobalUse::read);
  EXPECT_TRUE(is_suspicious(one, other));
}

TEST_F(ScreenTest, BytesOfOneWordAreToldApart) {
  BlockTouches one, other;
  one.add(lanes(0, 4), ~0u, 1, GlobalUse::write);
  other.add(lanes(1, 4), ~0u, 1, GlobalUse::write);
  EXPECT_FALSE(is_suspicious(one, other));
}

TEST_F(ScreenTest, ReadsAloneAndAtomicsAloneMakeNoSuspicion) {
  for (const GlobalUse use : {GlobalUse::read, GlobalUse::strong}) {
    BlockTouches one, other;
    one.add(lanes(0, 4), ~0u, 4, use);
    other.add(lanes(0, 4), 0x55u, 4, use);
    EXPECT_FALSE(is_suspicious(one, other));
  }
  BlockTouches one, other;
  one.add(lanes(0, 4), ~0u, 4, GlobalUse::read);
  other.add(lanes(0, 4), 1u, 4, GlobalUse::strong);
  EXPECT_TRUE(is_suspicious(one, other));
}

TEST_F(ScreenTest, ABlockThatEndedTheLaunchMayHaveWaitedForAnother) {
  const ExposedBuffers buffers(image_, request_, memory_, {});
  BlockTouches block;
  block.add(lanes(0, 4), 1u, 4, GlobalUse::read);
  LaunchScreen going(buffers), ended(buffers);
  going.add(block, false);
  ended.add(block, true);
  EXPECT_FALSE(going.is_suspicious());
  EXPECT_TRUE(ended.is_suspicious());
}

TEST_F(ScreenTest, ALaunchOfOneThreadExposesNothing) {
  request_.grid = {1};
  request_.block = {1};
  EXPECT_TRUE(ExposedBuffers(image_, request_, memory_, {}).is_empty());
}

// Against a set of bytes, with accesses of every form.
TEST_F(ScreenTest, SaysTheSameAsByteForByte) {
  std::mt19937 random(3);
  for (int round = 0; round < 500; ++round) {
    BlockTouches blocks[2];
    std::set<std::uint64_t> read[2], written[2];
    for (int i = 0; i < 8; ++i) {
      const std::uint32_t width = 1u << random() % 5;
      const std::uint64_t offset = random() % 64 * 16 + random() % 2 * 32768;
      const LaneAddresses addresses = lanes(offset, (random() % 20) * width);
      const std::uint32_t mask = random() % 2 == 0 ? ~0u : static_cast<std::uint32_t>(random());
      const bool is_write = random() % 4 == 0;
      blocks[i % 2].add(addresses, mask, width, is_write ? GlobalUse::write : GlobalUse::read);
      each_lane(mask, [&](std::uint32_t lane) {
        for (std::uint32_t byte = 0; byte < width; ++byte) {
          (is_write ? written : read)[i % 2].insert(addresses[lane] + byte);
        }
      });
    }
    const auto meet = [](const auto& a, const auto& b) {
      return std::ranges::any_of(a, [&](std::uint64_t byte) { return b.contains(byte); });
    };
    const bool expected =
        meet(written[0], written[1]) || meet(written[0], read[1]) || meet(read[0], written[1]);
    EXPECT_EQ(is_suspicious(blocks[0], blocks[1]), expected) << round;
  }
}

}  // namespace
}  // namespace warplens::machine
