#include "viz/analysis/occupancy.h"

#include <gtest/gtest.h>

namespace warplens::analysis {
namespace {

TEST(Occupancy, ATuringSmKeeps16BlocksAnd1024Threads) {
  EXPECT_EQ(blocks_an_sm(75, {.threads = 32}), 16u);
  EXPECT_EQ(blocks_an_sm(75, {.threads = 256}), 4u);
  EXPECT_EQ(blocks_an_sm(75, {.threads = 1024}), 1u);
}

TEST(Occupancy, ThreadsCountInWholeWarps) {
  EXPECT_EQ(blocks_an_sm(80, {.threads = 33}), 32u);
  EXPECT_EQ(blocks_an_sm(80, {.threads = 129}), 12u);
}

TEST(Occupancy, RegistersComeIn256AWarpAndWarpsInFours) {
  EXPECT_EQ(blocks_an_sm(80, {.threads = 256, .registers = 32}), 8u);
  EXPECT_EQ(blocks_an_sm(80, {.threads = 256, .registers = 33}), 6u);  // 40 are allocated
  EXPECT_EQ(blocks_an_sm(80, {.threads = 256, .registers = 64}), 4u);
  EXPECT_EQ(blocks_an_sm(80, {.threads = 32, .registers = 128}), 4u);
  EXPECT_EQ(blocks_an_sm(80, {.threads = 1024, .registers = 65}), 0u);
}

TEST(Occupancy, SharedMemoryHasAKilobyteReservedForEachBlockSinceAmpere) {
  EXPECT_EQ(blocks_an_sm(75, {.threads = 32, .shared_bytes = 32768}), 2u);
  EXPECT_EQ(blocks_an_sm(75, {.threads = 32, .shared_bytes = 33280}), 1u);
  EXPECT_EQ(blocks_an_sm(86, {.threads = 32, .shared_bytes = 32768}), 3u);
  EXPECT_EQ(blocks_an_sm(86, {.threads = 32, .shared_bytes = 33280}), 2u);
  EXPECT_EQ(blocks_an_sm(90, {.threads = 32, .shared_bytes = 49152}), 4u);
}

TEST(Occupancy, AnUnknownCapabilityHasNoAnswer) {
  EXPECT_EQ(blocks_an_sm(12, {.threads = 32}), std::nullopt);
}

}  // namespace
}  // namespace warplens::analysis
