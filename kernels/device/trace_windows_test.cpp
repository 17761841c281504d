#include "kernels/device/trace_windows.h"

#include <gtest/gtest.h>

namespace warplens::device {
namespace {

using Windows = std::vector<TraceWindow>;

// 32 threads with 3 records each: 32 × (16 + 48) bytes.
constexpr std::uint64_t kBlock = 2048;

TEST(TraceWindows, HoldAsManyBlocksAsFit) {
  const std::vector<std::uint32_t> counts(5, 3);
  EXPECT_EQ(*trace_windows(counts, 0, 32, 2 * kBlock), (Windows{{0, 2, 3}, {2, 2, 3}, {4, 1, 3}}));
  EXPECT_EQ(*trace_windows(counts, 10, 32, 99 * kBlock), (Windows{{10, 5, 3}}));
}

TEST(TraceWindows, AreAsLongAsTheirBusiestThread) {
  const std::vector<std::uint32_t> counts{1, 3, 0, 7};
  EXPECT_EQ(*trace_windows(counts, 0, 32, 2 * kBlock), (Windows{{0, 2, 3}, {2, 1, 0}, {3, 1, 7}}));
}

TEST(TraceWindows, OfABlockThatDoesNotFitAreAnError) {
  const std::vector<std::uint32_t> counts{3, 4};
  const auto windows = trace_windows(counts, 6, 32, kBlock);
  ASSERT_FALSE(windows.has_value());
  EXPECT_NE(windows.error().message.in(Language::en).find("block 7 "), std::string::npos);
}

TEST(TraceWindows, OfNoBlocksAreNone) { EXPECT_TRUE(trace_windows({}, 0, 32, 0)->empty()); }

TEST(Registers, AreCappedSoThatTheBlockFits) {
  EXPECT_EQ(registers_for(1024), 64u);
  EXPECT_EQ(registers_for(768), 80u);
  EXPECT_EQ(registers_for(513), 120u);
  EXPECT_EQ(registers_for(32), 255u);
  EXPECT_EQ(registers_for(1), 255u);
}

}  // namespace
}  // namespace warplens::device
