// Barriers that only some threads come to, and mbarriers that are used wrongly.
#include <gtest/gtest.h>

#include "tests/conformance/kernel_case.h"

namespace warplens::conformance {
namespace {

using Ints = std::vector<int>;

Ints threads(std::size_t count) {
  return make(count, [](int t) { return t; });
}

TEST(Conformance, ABarrierThatHalfOfAWarpComesToIsDivergent) {
  KernelCase kernel("barrier_half_warp", {2}, {64});
  kernel.output<int>(Ints(64), threads(64));
  kernel.check();
}

TEST(Conformance, ABarrierThatAWholeWarpGoesPastIsDivergent) {
  KernelCase kernel("barrier_one_warp", {2}, {64});
  kernel.output<int>(Ints(64), threads(64));
  kernel.check();
}

TEST(Conformance, ABarrierInALoopThatLanesLeaveAtDifferentTimesIsDivergent) {
  for (const int uneven : {1, 32}) {  // within a warp, and warp by warp
    const Ints rounds = make(64, [&](int t) { return t / uneven % 2 + 1; });
    KernelCase kernel("barrier_uneven_loop", {1}, {64});
    kernel.input(rounds);
    kernel.output<int>(Ints(64), make(64, [&](int t) { return rounds[t] - 1 + 100; }));
    kernel.check();
  }
}

TEST(Conformance, WarpsMayReturnFromALoopWithABarrier) {
  const Ints rounds = {1, 4, 2};
  KernelCase kernel("barrier_return_in_loop", {1}, {96});
  kernel.input(rounds);
  kernel.output<int>(Ints(96), make(96, [&](int t) {
                       const int n = rounds[t / 32];
                       return n + (t % 32 == 0 ? n * (n - 1) / 2 : 0);
                     }));
  kernel.check();
}

TEST(Conformance, WarpsThatComeToABarrierInDifferentArmsAreRight) {
  const Ints in = numbers(128, 100);
  KernelCase kernel("barrier_both_arms", {1}, {128});
  kernel.input(in);
  kernel.output<int>(
      Ints(128), make(128, [&](int t) { return t < 64 ? 2 * in[t + 64] + 1 : in[t - 64] + 1; }));
  kernel.check();
}

TEST(Conformance, ACountingBarrierThatOddLanesAloneComeToIsDivergent) {
  KernelCase kernel("count_in_branch", {1}, {64});
  kernel.output<int>(Ints(64), make(64, [](int t) { return t % 2 * 16; }));
  kernel.check();
}

TEST(Conformance, ATileThatHalfOfItsLanesSynchroniseIsDivergent) {
  KernelCase kernel("tile_sync_half", {1}, {64});
  kernel.output<int>(Ints(64), threads(64));
  kernel.check();
}

TEST(Conformance, AGridSyncThatHalfOfTheThreadsComeToIsDivergent) {
  KernelCase kernel("grid_sync_half", {3}, {32});
  kernel.output<int>(Ints(96), threads(96));
  kernel.order_dependent().check();
}

TEST(Conformance, LanesMayMeetAtSyncwarpInDifferentPlaces) {
  const Ints in = numbers(32, 100);
  KernelCase kernel("syncwarp_apart", {1}, {32});
  kernel.input(in);
  kernel.output<int>(Ints(32), make(32, [&](int t) { return 3 * in[t] + in[t ^ 16]; }));
  kernel.check();
}

TEST(Conformance, AWarpThatArrivesTwiceAtANamedBarrierIsAFinding) {
  KernelCase kernel("arrive_twice", {1}, {128});
  kernel.output<int>(Ints(128), make(128, [](int t) { return t < 32 ? -1 : t; }));
  kernel.finding_at("undefined_sync", {0, 0, 0}, 0, 0).check();
}

TEST(Conformance, ABarrierWithACountMissesTheWarpThatHasExited) {
  KernelCase kernel("barrier_counts_exited", {1}, {64});
  kernel.output<int>(Ints(64), threads(64));
  kernel.finding_at("deadlock", {0, 0, 0}, 0, 0).check();
}

TEST(Conformance, AMatrixLoadedByHalfAWarpIsUndefined) {
  KernelCase kernel("load_matrix_half", {1}, {32});
  kernel.output_if<int>(Ints(32), [](const Ints&) { return std::string(); });
  kernel.finding_at("undefined_sync", {0, 0, 0}, 0, 0).check();
}

TEST(Conformance, AnMbarrierThatNobodySetUpIsAFinding) {
  KernelCase kernel("mbarrier_not_initialised", {1}, {32});
  kernel.output<int>(Ints(32), Ints(32, 1));
  kernel.finding_at("bad_mbarrier", {0, 0, 0}, 0, 0).check();
}

TEST(Conformance, AnArrivalThatCountsForMoreThanAreMissingIsAFinding) {
  KernelCase kernel("mbarrier_too_many", {1}, {32});
  kernel.output<int>(Ints(32), Ints(32, 1));
  kernel.finding_at("bad_mbarrier", {0, 0, 0}, 0, 15).check();
}

TEST(Conformance, AnMbarrierThatWaitsForMoreThanComeIsADeadlock) {
  KernelCase kernel("mbarrier_too_few", {1}, {32});
  kernel.output<int>(Ints(32), Ints(32, 1));
  kernel.finding_at("deadlock", {0, 0, 0}, 0, 0).check();
}

}  // namespace
}  // namespace warplens::conformance
