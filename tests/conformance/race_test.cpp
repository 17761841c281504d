// Races, uninitialised reads and the order of blocks.
#include <gtest/gtest.h>

#include <numeric>

#include "tests/conformance/kernel_case.h"

namespace warplens::conformance {
namespace {

using Ints = std::vector<int>;

std::string anything(const Ints&) { return {}; }

// in[0..n) → out, whose contents a race may decide.
void check_finding(const char* name, Dim3 block, std::size_t n) {
  KernelCase kernel(name, {1}, block);
  kernel.input(numbers(n, 1000));
  kernel.output_if<int>(Ints(n), anything);
  kernel.check();
}

TEST(Conformance, AReadWithoutSyncwarpRaces) { check_finding("syncwarp_missing", {32}, 32); }
TEST(Conformance, SyncwarpOfHalfAWarpOrdersThatHalfOnly) {
  check_finding("syncwarp_half", {32}, 32);
}
TEST(Conformance, AMissingBarrierRaces) { check_finding("missing_barrier", {8, 8}, 64); }
TEST(Conformance, AReadThenAWriteWithoutABarrierRaces) {
  check_finding("read_then_write_race", {64}, 64);
}
TEST(Conformance, AnAtomicAndAPlainReadRace) { check_finding("atomic_plain_race", {64}, 64); }

TEST(Conformance, TwoWarpsWritingTheSameWordsRace) {
  KernelCase kernel("write_write_race", {1}, {64});
  kernel.output<int>(Ints(32), make(32, [](int t) { return t; }));
  kernel.check();
}

TEST(Conformance, NeighbouringBytesDoNotRaceButOneByteDoes) {
  KernelCase kernel("byte_race", {1}, {64});
  kernel.output<unsigned char>(std::vector<unsigned char>(64),
                               make(64, [](int t) { return static_cast<unsigned char>(t); }));
  kernel.check();
}

TEST(Conformance, AHistogramWithItsBarriersIsRight) {
  const Ints in = numbers(96 * 8, 1000);
  Ints bins(8);
  for (const int v : in) ++bins[v & 7];
  KernelCase kernel("histogram", {8}, {96});
  kernel.input(in);
  kernel.output<int>(Ints(8), bins);
  kernel.check();
}

TEST(Conformance, AProducerThatOverrunsItsConsumersRaces) {
  KernelCase kernel("warp_specialised_overrun", {1}, {64});
  kernel.input(numbers(128, 1000));
  kernel.output_if<int>(Ints(32), anything);
  kernel.scalar(4);
  kernel.check();
}

TEST(Conformance, WhatIsWrittenAfterArrivingRaces) {
  KernelCase kernel("arrive_then_write", {1}, {64});
  kernel.output_if<int>(Ints(64), [](const Ints& out) {
    return Ints(out.begin(), out.begin() + 32) == make(32, [](int t) { return t; })
               ? ""
               : "what was written before arriving is wrong";
  });
  kernel.check();
}

TEST(Conformance, VolatileWarpSynchronousCodeIsRightInLockstepAndARace) {
  const Ints in = numbers(64, 1000);
  KernelCase kernel("volatile_warp", {1}, {64});
  kernel.input(in);
  kernel.output<int>({0}, {std::accumulate(in.begin(), in.end(), 0)});
  kernel.check();
}

TEST(Conformance, AWarpThatSpinsOnASharedFlagEndsAndRaces) {
  KernelCase kernel("warps_spin", {1}, {64});
  kernel.output<int>({0}, {5});
  kernel.check();
}

TEST(Conformance, StoresOfTheSameValueAreInformation) {
  const Ints in = make(64, [](int t) { return t % 3 == 0 ? 11 : 2; });
  KernelCase kernel("same_value", {1}, {64});
  kernel.input(in);
  kernel.output<int>(Ints(64), Ints(64, 1));
  kernel.check();
}

TEST(Conformance, ASpeculatedLoadWhoseValueIsUnusedIsNoFinding) {
  const Ints in = make(64, [](int t) { return -t; });
  KernelCase kernel("speculated_load", {1}, {64});
  kernel.input(in);
  kernel.output<int>(Ints(64), in);
  kernel.check();
}

TEST(Conformance, ASpeculatedLoadWhoseValueIsUsedIsAFinding) {
  const Ints in = make(64, [](int t) { return t == 50 ? 3 : -t; });
  KernelCase kernel("speculated_load_used", {1}, {64});
  kernel.input(in);
  kernel.output_if<int>(Ints(64), anything);
  kernel.finding_at("race", {0, 0, 0}, 1, 18);
  kernel.finding_at("uninitialized_read", {0, 0, 0}, 1, 18).check();
}

TEST(Conformance, AnUninitialisedValueThatIsStoredIsAFinding) {
  check_finding("uninitialised_used", {64}, 64);
}

TEST(Conformance, AnUninitialisedValueThatDecidesABranchOrAnAddressIsAFinding) {
  KernelCase kernel("uninitialised_branch", {1}, {64});
  kernel.input(numbers(64, 1000));
  kernel.output_if<int>(Ints(128), anything);
  kernel.check();
}

TEST(Conformance, UninitialisedBytesThatAreLoadedBesideUsedOnesAreNoFinding) {
  const Ints in = numbers(32, 1000);
  KernelCase kernel("uninitialised_unused", {1}, {32});
  kernel.input(in);
  kernel.output<int>(Ints(32), make(32, [&](int t) { return 2 * in[31 - t] + 1; }));
  kernel.check();
}

TEST(Conformance, TheLastBlockAddsUpInAnyOrder) {
  const Ints in = numbers(64 * 9, 1000);
  KernelCase kernel("last_block", {9}, {64});
  kernel.input(in);
  kernel.output<int>(Ints(9), make(9, [&](int b) {
                       return std::accumulate(in.begin() + b * 64, in.begin() + b * 64 + 64, 0);
                     }));
  kernel.output<unsigned>({0}, {0});
  kernel.output<int>({0}, {std::accumulate(in.begin(), in.end(), 0)});
  kernel.order_dependent().check();
}

TEST(Conformance, AGlobalFloatAtomicMakesTheTraceOrderDependent) {
  const std::vector<float> in = make(256, [](int i) { return static_cast<float>(i); });
  KernelCase kernel("float_atomic", {8}, {32});
  kernel.input(in);
  kernel.output<float>({0}, {255 * 128});
  kernel.order_dependent().check();
}

TEST(Conformance, AnAsynchronousCopyThatIsWaitedForAndABarrierAreInOrder) {
  const Ints in = numbers(256, 1000);
  KernelCase kernel("async_copy", {1}, {64});
  kernel.input(in);
  kernel.output<int>(Ints(256), make(256, [&](int i) { return in[(63 - i / 4) * 4 + i % 4]; }));
  kernel.check();
}

TEST(Conformance, AnAsynchronousCopyWithoutTheBarrierRaces) {
  check_finding("async_copy_race", {64}, 256);
}

}  // namespace
}  // namespace warplens::conformance
