// Barriers, shuffles, votes and locks: who waits for whom, and that everyone gets on.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <numeric>

#include "kernels/base/all_tests.h"
#include "tests/conformance/kernel_case.h"

namespace warplens::conformance {
namespace {

using Ints = std::vector<int>;

TEST(Conformance, EarlyReturnBeforeABarrierCountsAsArrived) {
  const Ints in = numbers(300, 1000);
  KernelCase kernel("early_return", {5}, {64});
  kernel.input(in);
  kernel.output<int>(Ints(5), make(5, [&](int b) {
                       const auto end = in.begin() + std::min(300, b * 64 + 64);
                       return std::accumulate(in.begin() + b * 64, end, 0);
                     }));
  kernel.scalar(300);
  kernel.check();
}

TEST(Conformance, BarriersDoNotWaitForWarpsThatExited) {
  const auto expected = [](int t) { return t / 32 % 2 == 0 ? 4 * (2 * (t & 63) + 64) : 7; };
  KernelCase kernel("early_exit_warps", {2}, {128});
  kernel.output<int>(Ints(256, 7), make(256, [&](int i) { return expected(i % 128); }));
  kernel.check();
}

TEST(Conformance, SyncwarpInBothArmsJoinsThem) {
  const Ints in = numbers(32, 1000);
  KernelCase kernel("syncwarp_both_arms", {1}, {32});
  kernel.input(in);
  kernel.output<int>(
      Ints(32), make(32, [&](int t) { return t < 16 ? in[t + 16] * 3 + 1 : in[t - 16] * 2 + 2; }));
  kernel.check();
}

TEST(Conformance, AWarpReductionWithSyncwarpIsRight) {
  const Ints in = numbers(192, 1000);
  KernelCase kernel("syncwarp_edge", {3}, {64});
  kernel.input(in);
  kernel.output<int>(Ints(6), make(6, [&](int w) {
                       return std::accumulate(in.begin() + w * 32, in.begin() + w * 32 + 32, 0);
                     }));
  kernel.check();
}

TEST(Conformance, APartialWarpSynchronisesItsOwnLanes) {
  const Ints in = numbers(40, 1000);
  KernelCase kernel("partial_warp", {1}, {40});
  kernel.input(in);
  kernel.output<int>(Ints(40),
                     make(40, [&](int t) { return in[t ^ 7] + in[t ^ 6] + (t < 32 ? 32 : 8); }));
  kernel.check();
}

TEST(Conformance, AllLanesOfAWarpTakeALock) {
  KernelCase kernel("lock_in_warp", {1}, {32});
  kernel.output<int>({0}, {0});
  kernel.output<int>({0}, {32});
  kernel.order_dependent().check();
}

TEST(Conformance, AllLanesOfAWarpTakeALockThatSpinsInAnEmptyLoop) {
  const int threads = is_too_slow_here() ? 32 : 64;
  KernelCase kernel("lock_spin", {2}, {static_cast<std::uint32_t>(threads)});
  kernel.output<int>({0}, {0});
  kernel.output<int>({0}, {2 * threads});
  kernel.order_dependent().check();
}

TEST(Conformance, BlocksTakeALockInAnyOrder) {
  KernelCase kernel("lock_between_blocks", {12}, {32});
  kernel.output<int>({0}, {0});
  kernel.output_if<int>(Ints(12, -1), [](Ints list) {
    std::ranges::sort(list);
    return list == make(12, [](int b) { return b; }) ? "" : "the list is not every block once";
  });
  kernel.output<int>({0}, {12});
  kernel.order_dependent().check();
}

TEST(Conformance, ABlockThatWaitsForAnotherLetsItRun) {
  KernelCase kernel("block_handshake", {4}, {32});
  kernel.output<int>({0}, {1});
  kernel.output<int>({0}, {42});
  kernel.output<int>({0}, {42});
  kernel.order_dependent().check();
}

TEST(Conformance, AShuffleFromAnExitedLaneIsAFinding) {
  const Ints in = numbers(32, 1000);
  KernelCase kernel("shuffle_exited_lane", {1}, {32});
  kernel.input(in);
  kernel.output_if<int>(Ints(32, -5), [in](const Ints& out) {
    for (int t = 0; t < 8; ++t)
      if (out[t] != in[t + 8]) return fmt::format("lane {} got {}, not {}", t, out[t], in[t + 8]);
    for (int t = 16; t < 32; ++t)
      if (out[t] != -5) return fmt::format("lane {} exited but stored", t);
    return std::string();
  });
  kernel.finding_at("inactive_shuffle", {0, 0, 0}, 0, 8).check();
}

TEST(Conformance, ShufflesReadTheLaneThatPtxSays) {
  const Ints in = numbers(32, 1000);
  const auto source = [](int i) {
    const int t = i % 32, segment = t / 8 * 8, in_segment = t % 8;
    switch (i / 32) {
      case 0:
        return t * 7 & 31;
      case 1:
        return t < 3 ? t : t - 3;
      case 2:
        return t + 5 > 31 ? t : t + 5;
      case 3:
        return t ^ 9;
      case 4:
        return segment + 2;
      case 5:
        return in_segment < 3 ? t : t - 3;
      case 6:
        return in_segment + 3 > 7 ? t : t + 3;
      default:
        return t ^ 5;
    }
  };
  KernelCase kernel("shuffles", {1}, {32});
  kernel.input(in);
  kernel.output<int>(Ints(256), make(256, [&](int i) { return in[source(i)]; }));
  kernel.check();
}

TEST(Conformance, VotesMatchAndReduceSeeTheirMembers) {
  const Ints in = numbers(32, 6);
  const auto members = [&](unsigned mask, auto predicate) {
    unsigned bits = 0;
    for (int t = 0; t < 32; ++t)
      if ((mask >> t & 1) != 0 && predicate(in[t])) bits |= 1u << t;
    return bits;
  };
  const auto fold = [&](int first, int last, auto f) {
    return static_cast<unsigned>(
        std::accumulate(in.begin() + first + 1, in.begin() + last, in[first], f));
  };
  const auto expected = [&](int i) -> unsigned {
    const int t = i % 32;
    switch (i / 32) {
      case 0:
        return members(~0u, [](int v) { return v > 2; });
      case 1:
        return (members(~0u, [](int v) { return v == 3; }) != 0 ? 2 : 0) + 1;
      case 2:
        return members(~0u, [&](int v) { return v == in[t]; });
      case 3:
        return 1;
      case 4:
        return t < 12 ? members(0xfff, [](int v) { return (v & 1) != 0; }) : 0xfffff000u;
      case 5:
        return t < 12 ? fold(0, 12, std::plus{})
                      : fold(12, 32, [](int a, int b) { return std::min(a, b); });
      default:
        return t < 12 ? fold(0, 12, std::bit_xor{}) : fold(12, 32, std::bit_or{});
    }
  };
  KernelCase kernel("warp_votes", {1}, {32});
  kernel.input(in);
  kernel.output<unsigned>(std::vector<unsigned>(224), make(224, expected));
  kernel.check();
}

TEST(Conformance, AggregatedAtomicsHandOutDifferentPlaces) {
  const Ints in = numbers(128, 1000);
  Ints kept;
  std::ranges::copy_if(in, std::back_inserter(kept), [](int v) { return v % 3 == 0; });
  std::ranges::sort(kept);
  KernelCase kernel("aggregated_atomic", {2}, {64});
  kernel.input(in);
  kernel.output_if<int>(Ints(128, 5000), [kept](Ints out) {
    std::ranges::sort(out);
    return std::equal(kept.begin(), kept.end(), out.begin()) ? "" : "not every number once";
  });
  kernel.output<int>({0}, {static_cast<int>(kept.size())});
  kernel.order_dependent().check();
}

TEST(Conformance, WarpSpecialisedBarriersJoinProducersAndConsumers) {
  const Ints in = numbers(6 * 32, 1000);
  KernelCase kernel("warp_specialised", {1}, {96});
  kernel.input(in);
  kernel.output<int>(Ints(64), make(64, [&](int i) {
                       int sum = 0;
                       for (int s = 0; s < 6; ++s) sum += in[s * 32 + ((i + 32 + s) & 31)];
                       return sum;
                     }));
  kernel.scalar(6);
  kernel.check();
}

TEST(Conformance, BarriersThatReduceTellEveryThread) {
  const Ints in = make(80, [](int t) { return t % 4 + 1; });
  KernelCase kernel("barrier_reduce", {1}, {80});
  kernel.input(in);
  kernel.output<int>(Ints(320), make(320, [](int i) {
                       const int k = i / 80;
                       return 20 * (4 - k) * 100 + (k <= 1) * 10 + (k >= 1);
                     }));
  kernel.check();
}

TEST(Conformance, TwoBarriersARoundMakeAPrefixSum) {
  const Ints in = numbers(96 * 3, 1000);
  KernelCase kernel("barrier_in_loop", {3}, {96});
  kernel.input(in);
  kernel.output<int>(Ints(96 * 3), make(96 * 3, [&](int i) {
                       return std::accumulate(in.begin() + i / 96 * 96, in.begin() + i + 1, 0);
                     }));
  kernel.check();
}

TEST(Conformance, ABarrierThatCannotCompleteIsADeadlock) {
  KernelCase kernel("deadlock", {1}, {64});
  kernel.output<int>(Ints(64), make(64, [](int t) { return t; }));
  kernel.check();
}

TEST(Conformance, LanesThatWaitForEachOtherInDifferentPlacesAreADeadlock) {
  KernelCase kernel("warp_deadlock", {1}, {32});
  kernel.output<int>(Ints(32), make(32, [](int t) { return t; }));
  kernel.check();
}

TEST(Conformance, AnAlignedBarrierMetByASplitWarpIsAFinding) {
  KernelCase kernel("divergent_barrier", {1}, {32});
  kernel.input(numbers(32, 100));
  kernel.output_if<int>(Ints(32), [](const Ints&) { return std::string(); });
  kernel.check();
}

}  // namespace
}  // namespace warplens::conformance
