// What the machine finds of tcgen05.mma: what comes too early, what nobody wrote or ordered.
#include "kernels/machine/tcgen05_mma_test_kit.h"

namespace warplens::machine::tcgen05 {
namespace {

TEST(Tcgen05Findings, NoneOfARightKernel) { EXPECT_THAT(Faulty{}.found().kinds(), IsEmpty()); }

TEST(Tcgen05Findings, TheSumsAreThereWhenTheMbarrierTells) {
  // The first warp reads one of them before it waits.
  const std::string read = "@%p1 bra late;\n" + load("32x32b.x1", 1, "%r25") + kWaitLoad +
                           move_registers(true, 1, 1) + "late:\n";
  Faulty early;
  early.behind = read + kWait;
  const Found found = early.found();
  EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::race));
  EXPECT_THAT(found.text(), HasSubstr("of tensor memory while what warp 0 has tensor cores do at"));
  EXPECT_THAT(found.text(), HasSubstr("nobody has waited for the mbarrier at byte 0 of bar since"));
  Faulty open;
  open.asked = multiply({});
  open.behind = read;
  EXPECT_TRUE(open.found().tells("no tcgen05.commit has come for it since"));
}

TEST(Tcgen05Findings, ACommitThatDoesNotComeIsADeadlock) {
  Faulty open;
  open.asked = multiply({});
  const Found found = open.found();
  EXPECT_THAT(found.kinds(), testing::Contains(FindingKind::deadlock));
}

TEST(Tcgen05Findings, ATileIsNotOverwrittenWhileItIsRead) {
  const std::string overwrite = "@%p2 bra left;\nst.shared.u32 [%r5], 0;\nleft:\n";
  Faulty early;
  early.behind = overwrite + kWait;
  const Found found = early.found();
  EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::race));
  EXPECT_THAT(found.text(),
              HasSubstr("writes byte 0 of tile while what warp 0 has tensor cores do at"));
  Faulty late;
  late.behind = kWait + overwrite;
  EXPECT_THAT(late.found().kinds(), IsEmpty());
}

TEST(Tcgen05Findings, WhatThreadsWroteIsFencedBefore) {
  Faulty unfenced;
  unfenced.before = kBefore;
  const Found found = unfenced.found();
  EXPECT_THAT(found.kinds(), testing::Each(FindingKind::missing_proxy_fence));
  EXPECT_THAT(found.text(), HasSubstr("tcgen05.mma reads byte"));
}

TEST(Tcgen05Findings, WhatOtherThreadsWroteIsOrderedBefore) {
  Faulty unordered;
  unordered.before = kProxyFence;
  EXPECT_THAT(unordered.found().kinds(), testing::Contains(FindingKind::race));
}

TEST(Tcgen05Findings, SumsThatNobodyWroteAreNotAddedTo) {
  const Mma mma;
  const auto body = [&](bool adds) {
    Mma test = mma;
    test.adds = adds;
    return frame(kCopyTile + kProxyFence + kBefore + descriptors(test) +
                 by_first_thread(multiply(test) + kCommit) + kWait + move_cells(test, true));
  };
  const Bytes in = input(mma, matrices_of(mma));
  const Found found(body(true), in, kThreads);
  EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::uninitialized_read));
  EXPECT_THAT(Found(body(false), in, kThreads).kinds(), IsEmpty());
}

TEST(Tcgen05Findings, ProductsThatAreNotKnownEndTheRun) {
  const auto kinds_of = [](std::uint32_t flip, std::uint64_t tile = 0) {
    Faulty faulty;
    faulty.asked = "xor.b32 %r24, %r24, " + std::to_string(flip) + ";\nxor.b64 %rd11, %rd11, " +
                   std::to_string(static_cast<std::int64_t>(tile)) + ";\n" + faulty.asked;
    return faulty.found();
  };
  // Sparse; saturated; two types; 256 rows; a reserved bit; .ws' shift.
  for (const std::uint32_t flip : {1u << 2, 1u << 3, 1u << 7, 24u << 24, 1u << 23, 1u << 30}) {
    const Found found = kinds_of(flip);
    EXPECT_THAT(found.kinds(), testing::Contains(FindingKind::opaque_instruction)) << flip;
  }
  EXPECT_THAT(kinds_of(1u << 2).trace.findings.back().message.in(Language::en),
              HasSubstr("is passed the instruction descriptor 0x"));
  // Hopper's descriptor; absolute addresses; 32-byte atoms.
  for (const std::uint32_t bit : {46u, 52u, 61u}) {
    EXPECT_THAT(kinds_of(0, std::uint64_t{1} << bit).kinds(),
                testing::Contains(FindingKind::opaque_instruction))
        << bit;
  }
}

TEST(Tcgen05Findings, MasksOfColumnsAreNotKnown) {
  Faulty masked;
  masked.test = {.m = 64, .n = 64, .extras = ", %rd13", .is_stationary = true};
  masked.asked = "mov.b64 %rd13, 5;\n" + multiply(masked.test) + kCommit;
  EXPECT_TRUE(masked.found().tells("the zero-column mask descriptor 0x0000000000000005"));
  Faulty narrow;
  narrow.test = {.m = 64, .n = 32, .is_stationary = true};
  narrow.asked = multiply(narrow.test) + kCommit;
  EXPECT_TRUE(narrow.found().tells("is passed the instruction descriptor 0x"));
}

TEST(Tcgen05Findings, DLiesInWhatIsAllocated) {
  Faulty beside;
  beside.asked = "add.u32 %r25, %r25, 496;\n" + beside.asked;
  EXPECT_THAT(beside.found().kinds(), testing::Contains(FindingKind::out_of_bounds));
  Faulty uneven;
  uneven.asked = "add.u32 %r25, %r25, 0x100000;\n" + uneven.asked;
  EXPECT_THAT(uneven.found().kinds(), testing::Contains(FindingKind::bad_tensor_memory));
}

}  // namespace
}  // namespace warplens::machine::tcgen05
