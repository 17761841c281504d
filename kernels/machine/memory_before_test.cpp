// Launches that are run again from the memory that they began with, and what that leaves.
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using trace::FindingKind;

// A value of shared memory that nobody has written, which is used: that takes a second run.
constexpr const char* kUseUnset = "ld.shared.u32 %r2, [tile+512];\nst.global.u32 [%rd3], %r2;\n";
// From out's place into in's, which nothing lets it write.
constexpr const char* kWild = "add.s64 %rd6, %rd3, 4294967296;\n";

struct Outcome {
  std::vector<FindingKind> findings;
  std::vector<std::int32_t> in;
};

Outcome outcome_of(const std::string& body, Dim3 grid = Dim3{4}) {
  Machine machine(parse_text(kernel_text(kElementsOfThread + body + kUseUnset + "ret;")));
  machine.buffer("out", zeros(128));
  const std::size_t in = machine.buffer("in", zeros(128));
  Outcome outcome{kinds(machine.trace_of(grid, Dim3{32})), machine.values(in)};
  outcome.in.resize(grid.count() * 32);
  return outcome;
}

TEST(MemoryBefore, WhatAWildStoreAddsToIsAddedToOnce) {
  const Outcome outcome = outcome_of(std::string(kWild) +
                                     "ld.global.u32 %r3, [%rd4];\nadd.s32 %r3, %r3, 1;\n"
                                     "st.global.u32 [%rd6], %r3;\n");
  EXPECT_THAT(outcome.findings, ElementsAre(FindingKind::uninitialized_read));
  EXPECT_THAT(outcome.in, Each(1));
}

TEST(MemoryBefore, WhatAWildAtomicAddsToIsAddedToOnce) {
  const Outcome outcome = outcome_of(std::string(kWild) + "red.global.add.u32 [%rd6], 1;\n");
  EXPECT_THAT(outcome.findings, ElementsAre(FindingKind::uninitialized_read));
  EXPECT_THAT(outcome.in, Each(1));
}

TEST(MemoryBefore, ABlockAloneIsRunAgainFromAllThatThereWas) {
  const Outcome outcome = outcome_of(
      "ld.global.u32 %r3, [%rd4];\nadd.s32 %r3, %r3, 1;\nst.global.u32 [%rd4], %r3;\n", Dim3{1});
  EXPECT_THAT(outcome.findings, ElementsAre(FindingKind::uninitialized_read));
  EXPECT_THAT(outcome.in, Each(1));
}

TEST(MemoryBefore, BlocksThatRaceAreRunAgainWithoutWhatAWildStoreLeft) {
  const std::string add_wildly =
      "ld.global.u32 %r3, [%rd4];\nadd.s32 %r3, %r3, 1;\nst.global.u32 [%rd6], %r3;\n";
  const Outcome outcome =
      outcome_of(std::string(kWild) + add_wildly + "st.global.u32 [%rd1], %r10;\n");
  EXPECT_THAT(outcome.findings, Contains(FindingKind::global_race));
  EXPECT_THAT(outcome.in, Each(1));
}

}  // namespace
}  // namespace warplens::machine
