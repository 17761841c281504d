// The kernels that shared memory alone limits: right at every setting, and each doubling of the
// stride doubles their wavefronts.
#include <gtest/gtest.h>

#include "tests/catalogue/costs.h"

namespace warplens {
namespace {

using catalog::Parameters;

constexpr std::int64_t kWays[] = {1, 2, 4, 8, 16, 32};

analysis::KernelTotals strided(std::int64_t ways) {
  return totals_of("shared/strided", {{"ways", ways}});
}

TEST(SharedAlone, IsRightAtEveryStrideAndShape) {
  for (const std::int64_t ways : kWays) {
    for (const auto& [blocks, threads] : {std::pair{1, 32}, {3, 64}, {2, 256}}) {
      expect_match_without_findings(
          "shared/strided",
          {{"ways", ways}, {"blocks", blocks}, {"threads", threads}, {"rounds", 3}});
    }
  }
}

TEST(SharedAlone, EachStrideHasTheConflictOfItsName) {
  for (const std::int64_t ways : kWays) {
    const auto totals = strided(ways);
    EXPECT_EQ(totals.shared_load.max_way, static_cast<std::uint32_t>(ways));
    EXPECT_EQ(totals.shared_load.wavefronts,
              totals.shared_load.requests * static_cast<std::uint64_t>(ways));
    EXPECT_EQ(totals.shared_store.conflicts, 0u);
  }
}

TEST(SharedAlone, ReadsOfSharedMemoryAreNearlyAllThatItDoes) {
  const auto totals = totals_of("shared/strided", {{"rounds", 64}, {"ways", 1}});
  EXPECT_GT(totals.shared_load.requests, 100 * totals.global_load.requests / 4);
  EXPECT_EQ(totals.shared_load.requests, 2u * 2 * 32 * 64);  // blocks, warps, reads, rounds
}

constexpr std::int64_t kWaysOfWide[] = {1, 2, 4, 8};

TEST(SharedWide, IsRightAtEveryStrideAndShape) {
  for (const std::int64_t ways : kWaysOfWide) {
    for (const auto& [blocks, threads] : {std::pair{1, 32}, {3, 64}, {2, 256}}) {
      expect_match_without_findings(
          "shared/wide", {{"ways", ways}, {"blocks", blocks}, {"threads", threads}, {"rounds", 3}});
    }
  }
}

TEST(SharedWide, EachGroupOfEightLanesHasTheConflictOfItsName) {
  for (const std::int64_t ways : kWaysOfWide) {
    const auto totals = totals_of("shared/wide", {{"ways", ways}});
    EXPECT_EQ(totals.shared_load.max_way, static_cast<std::uint32_t>(ways));
    EXPECT_EQ(totals.shared_load.wavefronts,
              totals.shared_load.requests * 4 * static_cast<std::uint64_t>(ways));
    EXPECT_EQ(totals.shared_store.conflicts, 0u);
  }
}

TEST(SharedWide, TakesAsManyWavefrontsForAByteAsNarrowReadsDo) {
  const auto wide = totals_of("shared/wide", {{"ways", 1}});
  const auto narrow = strided(1);
  EXPECT_EQ(wide.shared_load.requests, narrow.shared_load.requests);
  EXPECT_EQ(wide.shared_load.wavefronts, 4 * narrow.shared_load.wavefronts);
}

TEST(SharedMatrices, AreRightHoweverRowsAreKept) {
  for (const std::int64_t arrangement : {0, 1, 2}) {
    for (const auto& [blocks, threads] : {std::pair{1, 32}, {3, 64}, {2, 256}}) {
      expect_match_without_findings(
          "shared/ldmatrix",
          {{"arrangement", arrangement}, {"blocks", blocks}, {"threads", threads}, {"rounds", 3}});
    }
  }
}

TEST(SharedMatrices, PlainRowsTakeEightTimesTheWavefronts) {
  for (const std::int64_t arrangement : {0, 1, 2}) {
    const auto totals = totals_of("shared/ldmatrix", {{"arrangement", arrangement}});
    EXPECT_EQ(totals.shared_load.requests, 2u * 2 * 32 * 2);  // blocks, warps, reads, rounds
    EXPECT_EQ(totals.shared_load.wavefronts,
              totals.shared_load.requests * (arrangement == 0 ? 32 : 4));
    EXPECT_EQ(totals.shared_load.max_way, arrangement == 0 ? 8u : 1u);
  }
}

}  // namespace
}  // namespace warplens
