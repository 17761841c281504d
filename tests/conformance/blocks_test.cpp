// What blocks do to each other through global memory, and what orders them.
#include <gtest/gtest.h>

#include <numeric>

#include "tests/conformance/kernel_case.h"

namespace warplens::conformance {
namespace {

using Ints = std::vector<int>;

std::string whatever(const Ints&) { return {}; }

TEST(Conformance, AnUpdateInPlaceFromTheNextBlocksElementRaces) {
  KernelCase kernel("neighbour_in_place", {4}, {64});
  kernel.output_if<int>(numbers(256, 1000), whatever);
  kernel.scalar(256);
  kernel.order_dependent().check();
}

TEST(Conformance, AnUpdateIntoAnotherArrayIsRight) {
  const Ints in = numbers(256, 1000);
  KernelCase kernel("neighbour_in_another", {4}, {64});
  kernel.input(in);
  kernel.output<int>(Ints(256), make(256, [&](int i) { return i == 255 ? 0 : in[i] + in[i + 1]; }));
  kernel.scalar(256);
  kernel.check();
}

TEST(Conformance, AnUpdateInPlaceBehindABarrierOfTheGridIsRight) {
  const Ints in = numbers(256, 1000);
  KernelCase kernel("neighbour_by_grid", {4}, {64});
  kernel.output<int>(in, make(256, [&](int i) { return i == 255 ? in[i] : in[i] + in[i + 1]; }));
  kernel.scalar(256);
  kernel.order_dependent().check();
}

TEST(Conformance, AHistogramOfSeveralBlocksWithoutAtomicsRaces) {
  KernelCase kernel("histogram_without_atomics", {32}, {1});
  kernel.input(numbers(32, 8));
  kernel.output_if<int>(Ints(8), whatever);
  kernel.order_dependent().check();
}

TEST(Conformance, AHistogramOfSeveralBlocksByAtomicsIsRight) {
  const Ints in = numbers(4 * 64, 8);
  Ints bins(8);
  for (const int bin : in) ++bins[bin];
  KernelCase kernel("histogram_of_blocks", {4}, {64});
  kernel.input(in);
  kernel.output<int>(Ints(8), bins);
  kernel.check();
}

void check_flag(const char* name, bool is_right) {
  const Ints in = numbers(64, 1000);
  KernelCase kernel(name, {2}, {64});
  kernel.input(in);
  kernel.output_if<int>(Ints(64), whatever);
  kernel.output<int>({0}, {1});
  if (is_right) {
    kernel.output<int>(Ints(64), make(64, [&](int t) { return 3 * in[t ^ 1]; }));
  } else {
    kernel.output_if<int>(Ints(64), whatever);
  }
  kernel.order_dependent().check();
}

TEST(Conformance, AFlagWithFencesOrdersTwoBlocks) { check_flag("flag_of_blocks", true); }
TEST(Conformance, AFlagWithoutAFenceBeforeItOrdersNoBlocks) {
  check_flag("flag_of_blocks_unfenced", false);
}
TEST(Conformance, AFenceOfTheBlockOrdersNoOtherBlock) {
  check_flag("flag_of_blocks_narrow", false);
}

void check_last_block(const char* name) {
  const Ints in = numbers(18, 1000);
  KernelCase kernel(name, {9}, {64});
  kernel.input(in);
  kernel.output<int>(Ints(9), make(9, [&](int b) { return in[2 * b] + in[2 * b + 1]; }));
  kernel.output<unsigned>({0}, {0});
  kernel.output<int>({0}, {std::accumulate(in.begin(), in.end(), 0)});
  kernel.order_dependent().check();
}

TEST(Conformance, TheLastBlockSeesWhatAFencePutBeforeTheCount) {
  check_last_block("last_block_fenced");
}
TEST(Conformance, TheLastBlockRacesWithWhatNoFencePutBeforeTheCount) {
  check_last_block("last_block_unfenced");
}

TEST(Conformance, BlocksThatWriteTheSameValueAreInformation) {
  KernelCase kernel("same_value_of_blocks", {4}, {32});
  kernel.input(make(128, [](int i) { return i % 3 == 0 ? 11 : 2; }));
  kernel.output<int>({0}, {1});
  kernel.check();
}

TEST(Conformance, BlocksMayWriteBytesNextToEachOther) {
  using Bytes = std::vector<unsigned char>;
  KernelCase kernel("bytes_of_blocks", {5}, {7});
  kernel.input(Bytes(35, 4));
  kernel.output<unsigned char>(Bytes(35), Bytes(35, 5));
  kernel.check();
}

TEST(Conformance, AScanThatLooksBackIsOrderedFromBlockToBlock) {
  const Ints in = numbers(8 * 32, 1000);
  Ints sums(in.size());
  std::partial_sum(in.begin(), in.end(), sums.begin());
  KernelCase kernel("lookback_scan", {8}, {32});
  kernel.input(in);
  kernel.output_if<int>(Ints(8), whatever);
  kernel.output<int>(Ints(8), Ints(8, 1));
  kernel.output<unsigned>({0}, {8});
  kernel.output<int>(Ints(in.size()), sums);
  kernel.order_dependent().check();
}

}  // namespace
}  // namespace warplens::conformance
