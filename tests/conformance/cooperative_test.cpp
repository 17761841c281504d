// Cooperative groups and tensor cores.
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>

#include "kernels/base/all_tests.h"
#include "tests/conformance/kernel_case.h"

namespace warplens::conformance {
namespace {

using Ints = std::vector<int>;

TEST(Conformance, GridSyncLetsEveryBlockSeeTheOthersWrites) {
  constexpr int kThreads = 64, kAll = 5 * kThreads;
  const Ints in = numbers(kAll, 1000);
  const auto neighbour = [&](int i) { return 3 * in[(i + kThreads) % kAll]; };
  KernelCase kernel("grid_sync", {5}, {kThreads});
  kernel.input(in);
  kernel.output<int>(Ints(kAll), make(kAll, neighbour));
  kernel.output<int>(Ints(kAll), make(kAll, [&](int i) { return neighbour(kAll - 1 - i) + i; }));
  kernel.order_dependent().check();
}

TEST(Conformance, ABlockThatSkipsGridSyncIsFoundAtOnce) {
  KernelCase kernel("grid_sync_skipped", {4}, {32});
  kernel.output<int>(Ints(4), {1, 1, 1, 1});
  kernel.order_dependent().check();
}

TEST(Conformance, GroupsWithinAWarpDoWhatTheyPromise) {
  const Ints in = numbers(64, 10);
  const auto members = [&](int t, auto same) {  // lanes of t's warp that are in its group
    Ints lanes;
    for (int i = t / 32 * 32; i < t / 32 * 32 + 32; ++i)
      if (same(in[i], in[t])) lanes.push_back(i);
    return lanes;
  };
  Ints out(8 * 64, -1);
  for (int t = 0; t < 64; ++t) {
    int* mine = out.data() + 8 * t;
    const int tile = t / 8 * 8, warp = t / 32 * 32;
    mine[0] = mine[1] = mine[3] = 0;
    for (int i = tile; i < tile + 8; ++i) mine[0] += in[i];
    for (int i = warp; i <= t; ++i) mine[1] += in[i];
    mine[2] = in[t % 8 == 7 ? t : t + 1];
    for (int i = tile; i < tile + 8; ++i) mine[3] |= in[i] == 3;
    if (in[t] & 1) {
      const Ints odd = members(t, [](int a, int) { return (a & 1) != 0; });
      mine[4] = static_cast<int>(odd.size()) * 100 +
                static_cast<int>(std::ranges::find(odd, t) - odd.begin());
      mine[5] = 0;
      for (const int i : odd) mine[5] = std::max(mine[5], in[i]);
    }
    mine[6] = static_cast<int>(members(t, [](int a, int b) { return a % 3 == b % 3; }).size());
    const Ints side = members(t, [](int a, int b) { return (a > 5) == (b > 5); });
    mine[7] = static_cast<int>(std::ranges::find(side, t) - side.begin());
  }
  KernelCase kernel("cooperative_tiles", {1}, {64});
  kernel.input(in);
  kernel.output<int>(Ints(8 * 64, -1), out);
  kernel.check();
}

TEST(Conformance, ATileOfSeveralWarpsIsOrderedByAcquireAndRelease) {
  const Ints in = numbers(128, 1000);
  KernelCase kernel("warps_tile", {1}, {128});
  kernel.input(in);
  kernel.output<int>(Ints(128), make(128, [&](int t) { return 3 * in[t ^ 32] + 3; }));
  kernel.order_dependent().check();
}

// 0 to 15 as a half: exact, and so are sums of products below 2^24.
std::uint16_t half(int value) {
  if (value == 0) return 0;
  const int exponent = std::bit_width(static_cast<unsigned>(value)) - 1;
  return static_cast<std::uint16_t>((15 + exponent) << 10 | (value << (10 - exponent) & 0x3ff));
}

TEST(Conformance, TensorCoresMultiplyMatrices) {
  constexpr int kDepth = 48;
  const Ints a = numbers(16 * kDepth, 16), b = numbers(kDepth * 8, 15);
  std::vector<std::uint16_t> a_halves, b_halves;
  for (const int value : a) a_halves.push_back(half(value));
  for (const int value : b) b_halves.push_back(half(value));
  KernelCase kernel("matrix_tile", {1}, {32});
  kernel.input(a_halves);
  kernel.input(b_halves);
  kernel.output<float>(std::vector<float>(128), make(128, [&](int i) {
                         int sum = 0;
                         for (int k = 0; k < kDepth; ++k)
                           sum += a[i / 8 * kDepth + k] * b[k * 8 + i % 8];
                         return static_cast<float>(sum);
                       }));
  kernel.scalar(kDepth);
  kernel.check();
}

TEST(Conformance, WmmaMultipliesTilesThatLieEitherWay) {
  constexpr int kDepth = 48;
  const auto a = numbers(16 * kDepth, 9), b = numbers(16 * kDepth, 9);
  for (int form = 0; form < 8; ++form) {
    const auto a_at = [&](int i, int k) { return (form & 1) != 0 ? k * 16 + i : i * kDepth + k; };
    const auto b_at = [&](int k, int j) { return (form & 2) != 0 ? j * kDepth + k : k * 16 + j; };
    std::vector<std::uint16_t> a_halves, b_halves;
    for (const int value : a) a_halves.push_back(half(value));
    for (const int value : b) b_halves.push_back(half(value));
    KernelCase kernel("wmma_tiles", {1}, {32});
    kernel.input(a_halves);
    kernel.input(b_halves);
    kernel.output<float>(std::vector<float>(256), make(256, [&](int place) {
                           const int i = (form & 4) != 0 ? place % 16 : place / 16;
                           const int j = (form & 4) != 0 ? place / 16 : place % 16;
                           int sum = 0;
                           for (int k = 0; k < kDepth; ++k) sum += a[a_at(i, k)] * b[b_at(k, j)];
                           return static_cast<float>(2 * sum);
                         }));
    kernel.scalar(kDepth);
    kernel.scalar(form);
    kernel.check();
  }
}

}  // namespace
}  // namespace warplens::conformance
