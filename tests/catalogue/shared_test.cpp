// The kernel that shared memory alone limits: right at every setting, and each doubling of the
// stride doubles its wavefronts.
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

}  // namespace
}  // namespace warplens
