// What one more block an SM would need, by the table of sm_90: 64 warps, 65,536 registers, 228 KiB.
#include "viz/code/next_block.h"

#include <gtest/gtest.h>

namespace warplens::code {
namespace {

NextBlock on_sm_90(const analysis::BlockNeeds& needs) {
  return next_block(*analysis::multiprocessor(90), needs);
}

TEST(NextBlock, RegistersFallToWhatIsAllocatedInEights) {
  const analysis::BlockNeeds needs{.threads = 256, .registers = 48, .shared_bytes = 0};
  const NextBlock next = on_sm_90(needs);
  EXPECT_EQ(next.blocks, 5u);
  EXPECT_EQ(next.registers, 40u);
  EXPECT_EQ(next.shared_bytes, std::nullopt);
  EXPECT_EQ(next_block_text(next, needs).in(Language::en),
            "block 6 an SM needs at most 40 registers a thread (now 48)");
}

TEST(NextBlock, ItHasRoomForOneMoreWithWhatItSays) {
  for (const std::uint32_t registers : {33u, 64u, 100u, 128u, 255u}) {
    for (const std::uint32_t shared : {0u, 9000u, 33000u, 100000u}) {
      analysis::BlockNeeds needs{.threads = 128, .registers = registers, .shared_bytes = shared};
      const NextBlock next = on_sm_90(needs);
      if (!next.is_possible()) continue;
      if (next.registers) needs.registers = *next.registers;
      if (next.shared_bytes) needs.shared_bytes = *next.shared_bytes;
      if (next.threads) needs.threads = *next.threads;
      const auto now = analysis::occupancy(*analysis::multiprocessor(90), needs);
      EXPECT_GT(now.blocks, next.blocks) << registers << " " << shared;
      if (!next.registers) continue;
      ++needs.registers;
      EXPECT_EQ(analysis::occupancy(*analysis::multiprocessor(90), needs)
                    .by(analysis::SmLimit::registers),
                next.blocks)
          << "one more is too many";
    }
  }
}

TEST(NextBlock, SharedMemoryLeavesRoomForWhatCudaReserves) {
  const analysis::BlockNeeds needs{.threads = 128, .registers = 32, .shared_bytes = 100 * 1024};
  const NextBlock next = on_sm_90(needs);
  EXPECT_EQ(next.blocks, 2u);
  EXPECT_EQ(next.shared_bytes, 75u * 1024);
  EXPECT_EQ(short_next_block(next).in(Language::en), "≤ 76800 B shared");
}

TEST(NextBlock, WarpsAreAMatterOfTheBlocksThreads) {
  const NextBlock next = on_sm_90({.threads = 1024, .registers = 32, .shared_bytes = 0});
  EXPECT_EQ(next.blocks, 2u);
  EXPECT_EQ(next.threads, 21u * 32);
}

TEST(NextBlock, NoMoreThanAnSmHoldsOfAnySize) {
  const NextBlock next = on_sm_90({.threads = 32, .registers = 16, .shared_bytes = 0});
  EXPECT_TRUE(next.is_most_blocks);
  EXPECT_FALSE(next.is_possible());
}

}  // namespace
}  // namespace warplens::code
