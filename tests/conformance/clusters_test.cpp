#include <gtest/gtest.h>

#include <numeric>

#include "tests/conformance/kernel_case.h"

namespace warplens::conformance {
namespace {

std::vector<int> ascending(int count, int first = 0) {
  std::vector<int> values(static_cast<std::size_t>(count));
  std::iota(values.begin(), values.end(), first);
  return values;
}

std::vector<int> nothing(int count) { return std::vector<int>(static_cast<std::size_t>(count)); }

std::string any_result(const std::vector<int>&) { return {}; }

TEST(Clusters, SpecialRegistersSayWhereABlockStands) {
  KernelCase kernel("cluster_registers", {4, 2}, {32});
  std::vector<unsigned> registers;
  for (unsigned y = 0; y < 2; ++y) {
    for (unsigned x = 0; x < 4; ++x) {
      const unsigned row[] = {x / 2, y / 2, 2, 1, x % 2, y % 2, 2, 2, y % 2 * 2 + x % 2, 4, 1};
      registers.insert(registers.end(), std::begin(row), std::end(row));
    }
  }
  kernel.output<unsigned>(std::vector<unsigned>(88), registers);
  kernel.check();
}

TEST(Clusters, AddressesOfSharedMemoryHoldTheRank) {
  KernelCase kernel("cluster_addresses", {4}, {32}, 128);
  std::vector<unsigned> expected;
  for (unsigned rank = 0; rank < 4; ++rank) {
    const unsigned even = rank & 2, is_even = 1 - rank % 2;
    const unsigned row[] = {rank << 24,
                            1,
                            2u << 24,
                            1,
                            rank,
                            even,
                            rank == 0 ? 3u : 2u,
                            rank ^ 1,
                            rank ^ 1,
                            is_even * (10 + even),
                            is_even * (11 + even),
                            rank};
    expected.insert(expected.end(), std::begin(row), std::end(row));
  }
  kernel.output<unsigned>(std::vector<unsigned>(48), expected);
  kernel.check();
}

TEST(Clusters, AnOffsetWithoutTheRankIsTheFirstBlocks) {
  KernelCase kernel("cluster_plain_offset", {2}, {32});
  std::vector<int> out = ascending(64);
  std::fill(out.begin() + 32, out.end(), 0);
  kernel.output<int>(nothing(64), out);
  kernel.input<int>(ascending(64));
  kernel.check();
}

TEST(Clusters, AHistogramLiesSpreadOverTheBlocksSharedMemory) {
  KernelCase kernel("cluster_histogram", {8}, {64});
  std::vector<int> in(1000), bins(256);
  for (std::size_t i = 0; i < in.size(); ++i) {
    in[i] = static_cast<int>(i * i % 777);
    ++bins[static_cast<std::size_t>(in[i]) % 256];
  }
  kernel.output<int>(nothing(256), bins);
  kernel.input<int>(in);
  kernel.scalar(1000);
  kernel.check();
}

TEST(Clusters, BlocksPassValuesAround) {
  KernelCase kernel("cluster_ring", {4, 2}, {64});
  std::vector<int> out;
  for (int block = 0; block < 8; ++block) {
    const int column = block % 4, rank = block / 4 * 2 + column % 2;
    const int from = (rank + 1) % 4;  // three steps on is one step back
    const int source = from / 2 * 4 + column / 2 * 2 + from % 2;
    for (int i = 0; i < 64; ++i) out.push_back(source * 64 + 63 - i + 1000 * rank);
  }
  kernel.output<int>(nothing(512), out);
  kernel.input<int>(ascending(512));
  kernel.check();
}

TEST(Clusters, AClusterAddsUpInItsFirstBlock) {
  KernelCase kernel("cluster_reduction", {16}, {32});
  kernel.output<int>({0, 0}, {256 * 255 / 2, 256 * 255 / 2 + 256 * 256});
  kernel.input<int>(ascending(512));
  kernel.check();
}

TEST(Clusters, ThreadsArriveAtAnotherBlocksMbarrier) {
  KernelCase kernel("cluster_mbarrier", {2}, {32});
  std::vector<int> sums(32);
  for (int i = 0; i < 32; ++i) {
    for (int step = 0; step < 5; ++step) sums[static_cast<std::size_t>(i)] += step * 32 + 31 - i;
  }
  kernel.output<int>(nothing(32), sums);
  kernel.input<int>(ascending(160));
  kernel.scalar(5);
  kernel.check();
}

TEST(Clusters, AnMbarrierCountsAsynchronousStoresOfAnotherBlock) {
  KernelCase kernel("cluster_st_async", {4}, {32});
  std::vector<int> out;
  for (int block = 0; block < 4; ++block) {
    const int from = (block + 3) % 4 * 32;
    const int sum = 32 * from + 32 * 31 / 2;
    for (int i = 0; i < 32; ++i) out.push_back(from + 31 - i + sum);
  }
  kernel.output<int>(nothing(128), out);
  kernel.input<int>(ascending(128));
  kernel.check();
}

TEST(Clusters, WhatHasExitedCountsAsArrived) {
  KernelCase kernel("cluster_exited_arrive", {6}, {64});
  std::vector<int> out;
  for (int block = 0; block < 6; ++block) {
    for (int i = 0; i < 64; ++i) out.push_back(block % 3 != 1 && i % 2 == 1 ? 1 : 0);
  }
  kernel.output<int>(nothing(384), out);
  kernel.check();
}

TEST(Clusters, TheirBarrierOrdersGlobalMemory) {
  KernelCase kernel("cluster_global", {8}, {32});
  std::vector<int> out, between;
  for (int block = 0; block < 8; ++block) {
    for (int i = 0; i < 32; ++i) {
      out.push_back((block ^ 1) * 100 + 31 - i);
      between.push_back(block * 100 + i);
    }
  }
  kernel.output<int>(nothing(256), out);
  kernel.output<int>(nothing(256), between);
  kernel.check();
}

TEST(Clusters, TheirBarrierOrdersABlocksOwnMemory) {
  KernelCase kernel("cluster_own_memory", {8}, {64});
  std::vector<int> after(8 * 64);
  for (int i = 0; i < 8 * 64; ++i) after[i] = 2 * (i / 64) + 10;
  kernel.output<int>(std::vector<int>(8 * 64), after);
  kernel.check();
}

TEST(Clusters, BlocksRaceForSharedMemoryWithoutABarrierBetween) {
  KernelCase kernel("cluster_ring_unordered", {4}, {64});
  kernel.output_if<int>(nothing(256), any_result);
  kernel.input<int>(ascending(256, 1));
  kernel.check();
}

TEST(Clusters, ATileIsOverwrittenWithoutWaitingForItsReader) {
  KernelCase kernel("cluster_mbarrier_unasked", {2}, {32});
  kernel.output_if<int>(nothing(32), any_result);
  kernel.input<int>(ascending(32, 1));
  kernel.scalar(1);
  kernel.check();
}

TEST(Clusters, NobodyWaitsForAsynchronousStores) {
  KernelCase kernel("cluster_st_async_unasked", {4}, {32});
  kernel.output_if<int>(nothing(128), any_result);
  kernel.input<int>(ascending(128));
  kernel.check();
}

TEST(Clusters, ABlockExitsBeforeItsSharedMemoryIsRead) {
  KernelCase kernel("cluster_exits", {4}, {32});
  kernel.output_if<int>(nothing(128), any_result);
  kernel.input<int>(ascending(128));
  kernel.check();
}

TEST(Clusters, ABarrierThatOneBlockNeverComesToIsADeadlock) {
  KernelCase kernel("cluster_deadlock", {2}, {64});
  kernel.output<int>(nothing(128), nothing(128));
  kernel.check();
}

TEST(Clusters, ArrivingTwiceIsUndefined) {
  KernelCase kernel("cluster_arrives_twice", {2}, {32});
  kernel.output<int>(nothing(64), std::vector<int>(64, 1));
  kernel.check();
}

TEST(Clusters, AccessesLieWithinABlocksSharedMemoryAndTheCluster) {
  KernelCase kernel("cluster_bounds", {2}, {32});
  kernel.output<int>(nothing(64), nothing(64));
  kernel.scalar(100);
  kernel.check();
}

TEST(Clusters, NobodyHasWrittenWhatIsReadOfAnotherBlock) {
  KernelCase kernel("cluster_unset", {2}, {32});
  kernel.output_if<int>(nothing(64), any_result);
  kernel.check();
}

}  // namespace
}  // namespace warplens::conformance
