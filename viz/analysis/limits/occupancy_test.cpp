#include "viz/analysis/limits/occupancy.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "kernels/base/dim3.h"
#include "viz/analysis/limits/occupancy_text.h"

namespace warplens::analysis {
namespace {

constexpr std::array kCapabilities{75u, 80u, 86u, 89u, 90u, 100u, 120u};

TEST(Occupancy, ATuringSmKeeps16BlocksAnd1024Threads) {
  EXPECT_EQ(blocks_an_sm(75, {.threads = 32}), 16u);
  EXPECT_EQ(blocks_an_sm(75, {.threads = 256}), 4u);
  EXPECT_EQ(blocks_an_sm(75, {.threads = 1024}), 1u);
}

// CUDA programming guide, technical specifications by compute capability: resident blocks and
// warps.
TEST(Occupancy, SmallBlocksFillThePlacesForBlocksAndLargeOnesThoseForWarps) {
  struct Places {
    std::uint32_t capability, blocks, warps;
  };
  for (const Places& sm :
       {Places{75, 16, 32}, Places{80, 32, 64}, Places{86, 16, 48}, Places{89, 24, 48},
        Places{90, 32, 64}, Places{100, 32, 64}, Places{120, 24, 48}}) {
    EXPECT_EQ(blocks_an_sm(sm.capability, {.threads = 32}), sm.blocks) << sm.capability;
    EXPECT_EQ(blocks_an_sm(sm.capability, {.threads = 256}), sm.warps / 8) << sm.capability;
  }
}

TEST(Occupancy, SharedMemoryComesIn256BytesOnTuringAndIn128Since) {
  EXPECT_EQ(blocks_an_sm(75, {.threads = 32, .shared_bytes = 4990}), 12u);  // 5,120 of 65,536
  EXPECT_EQ(blocks_an_sm(75, {.threads = 32, .shared_bytes = 4864}), 13u);
  // With the 1,024 reserved, 8,320 bytes fit 20 times into 167,936; the next 128 make it 19.
  EXPECT_EQ(blocks_an_sm(80, {.threads = 32, .shared_bytes = 7296}), 20u);
  EXPECT_EQ(blocks_an_sm(80, {.threads = 32, .shared_bytes = 7297}), 19u);
}

TEST(Occupancy, ThreadsCountInWholeWarps) {
  EXPECT_EQ(blocks_an_sm(80, {.threads = 33}), 32u);
  EXPECT_EQ(blocks_an_sm(80, {.threads = 129}), 12u);
}

TEST(Occupancy, RegistersComeIn256AWarp) {
  EXPECT_EQ(blocks_an_sm(80, {.threads = 256, .registers = 32}), 8u);
  EXPECT_EQ(blocks_an_sm(80, {.threads = 256, .registers = 33}), 6u);  // 40 are allocated
  EXPECT_EQ(blocks_an_sm(80, {.threads = 256, .registers = 64}), 4u);
}

TEST(Occupancy, EachQuarterOfAnSmHoldsWholeWarps) {
  // 176 registers are 5,632 a warp: of 65,536 there would be room for 11 warps, of each 16,384 for
  // 2.
  EXPECT_EQ(blocks_an_sm(80, {.threads = 32, .registers = 176}), 8u);
  EXPECT_EQ(blocks_an_sm(80, {.threads = 96, .registers = 176}), 2u);
}

TEST(Occupancy, ABlockThatNeedsMoreRegistersThanThereAreDoesNotFit) {
  EXPECT_EQ(blocks_an_sm(80, {.threads = 288, .registers = 200}), 0u);  // 57,600, in four parts
  EXPECT_EQ(blocks_an_sm(80, {.threads = 1024, .registers = 64}), 1u);
  EXPECT_EQ(blocks_an_sm(80, {.threads = 1024, .registers = 65}), 0u);
}

TEST(Occupancy, SharedMemoryHasAKilobyteReservedForEachBlockSinceAmpere) {
  EXPECT_EQ(blocks_an_sm(75, {.threads = 32, .shared_bytes = 32768}), 2u);
  EXPECT_EQ(blocks_an_sm(75, {.threads = 32, .shared_bytes = 33280}), 1u);
  EXPECT_EQ(blocks_an_sm(86, {.threads = 32, .shared_bytes = 32768}), 3u);
  EXPECT_EQ(blocks_an_sm(86, {.threads = 32, .shared_bytes = 33280}), 2u);
  EXPECT_EQ(blocks_an_sm(90, {.threads = 32, .shared_bytes = 49152}), 4u);
}

TEST(Occupancy, NoBlockHasMoreSharedMemoryThanItMayAskFor) {
  EXPECT_EQ(blocks_an_sm(90, {.threads = 32, .shared_bytes = 227 << 10}), 1u);
  EXPECT_EQ(blocks_an_sm(90, {.threads = 32, .shared_bytes = (227 << 10) + 1}), 0u);
}

TEST(Occupancy, AnUnknownCapabilityHasNoAnswer) {
  EXPECT_EQ(blocks_an_sm(12, {.threads = 32}), std::nullopt);
}

TEST(Occupancy, WhatIsResidentFitsAndOneMoreDoesNot) {
  for (const std::uint32_t capability : kCapabilities) {
    const Multiprocessor& sm = *multiprocessor(capability);
    for (std::uint32_t threads = 1; threads <= kMostThreads; threads += 13) {
      for (std::uint32_t registers = 0; registers <= kMostRegisters; registers += 15) {
        for (const std::uint32_t shared : {0u, 700u, 16384u, 33280u, 65536u}) {
          const Occupancy now = occupancy(sm, {threads, registers, shared});
          EXPECT_EQ(now.warps, now.blocks * ((threads + 31) / 32));
          for (const SmLimit limit : kAllSmLimits) {
            EXPECT_LE(now.blocks * now.of_a_block(limit), capacity(sm, limit));
            EXPECT_GE(now.by(limit), now.blocks);
          }
          EXPECT_TRUE(std::ranges::any_of(kAllSmLimits, [&](SmLimit l) { return now.limits(l); }));
        }
      }
    }
  }
}

TEST(Occupancy, MoreOfAnythingNeverHoldsMoreBlocks) {
  for (const std::uint32_t capability : kCapabilities) {
    std::uint32_t last = kAnyNumber;
    for (std::uint32_t registers = 1; registers <= kMostRegisters; ++registers) {
      const std::uint32_t now = *blocks_an_sm(capability, {.threads = 192, .registers = registers});
      EXPECT_LE(now, last);
      last = now;
    }
    last = kAnyNumber;
    for (std::uint32_t shared = 0; shared < 1 << 18; shared += 100) {
      const std::uint32_t now = *blocks_an_sm(capability, {.threads = 192, .shared_bytes = shared});
      EXPECT_LE(now, last);
      last = now;
    }
  }
}

TEST(OccupancyText, NamesWhatIsFullFirstAndWhatTheNextBlockTakes) {
  const Multiprocessor& sm = *multiprocessor(89);
  const BlockNeeds tile{.threads = 256, .registers = 56, .shared_bytes = 33280};
  const Text said = why(sm, occupancy(sm, tile));
  EXPECT_EQ(said.in(Language::en),
            "First full: shared memory (67 KB of 100 KB); one more block takes 33.5 KB.");
  EXPECT_EQ(said.in(Language::zh),
            "最先用完：共享内存（67 KB / 100 KB），再来一个线程块要 33.5 KB。");
  const BlockNeeds full{.threads = 512, .registers = 40};
  EXPECT_EQ(limiting_phrase(occupancy(sm, full)).in(Language::en), "warps, registers");
  EXPECT_EQ(limiting_phrase(occupancy(sm, full)).in(Language::zh), "warp、寄存器");
  EXPECT_EQ(why(sm, occupancy(sm, full)).in(Language::en),
            "First full: warps (48 of 48), registers (61,440 of 65,536).");
}

TEST(OccupancyText, TellsThatRegistersLieInFourParts) {
  const Multiprocessor& sm = *multiprocessor(80);
  const Text said = why(sm, occupancy(sm, {.threads = 32, .registers = 176}));
  EXPECT_EQ(
      said.in(Language::en),
      "First full: registers (45,056 of 65,536), in four parts that each hold whole warps; one "
      "more block takes 5,632.");
}

TEST(OccupancyText, SaysWhyNotEvenOneBlockFits) {
  const Multiprocessor& sm = *multiprocessor(75);
  const Text said = why(sm, occupancy(sm, {.threads = 1024, .registers = 65}));
  EXPECT_EQ(said.in(Language::en),
            "Not even one block fits: registers (73,728 of 65,536) for a block.");
}

TEST(OccupancyText, LimitsAreFoundByTheirNames) {
  for (const SmLimit limit : kAllSmLimits) EXPECT_EQ(sm_limit_named(id_of(limit)), limit);
  EXPECT_EQ(sm_limit_named("time"), std::nullopt);
}

}  // namespace
}  // namespace warplens::analysis
