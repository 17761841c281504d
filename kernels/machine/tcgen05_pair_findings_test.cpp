// What the machine finds where the two blocks of a pair do not do what tcgen05 of .cta_group::2
// asks them for.
#include "kernels/machine/tcgen05_pair_test_kit.h"

namespace warplens::machine::tcgen05 {
namespace {

using testing::Contains;
using testing::Each;

struct FaultyPair {
  PairMma test = {};
  std::string start = {};  // before anything
  std::string before = std::string(kProxyFence) + kBefore + kClusterBarrier;
  std::string asked = by_issuer(pair_multiply(Mma{.m = 256}) + kCommitToBoth);
  std::string behind = kWait;
  std::uint32_t blocks = 2, columns = kColumns;

  [[nodiscard]] std::string text() const {
    return pair_frame(test,
                      start + kCopyTile + move_cells(test.cells(), false) + before +
                          descriptors(test.mma) + asked + behind + move_cells(test.cells(), true),
                      blocks, columns);
  }
  [[nodiscard]] trace::Trace trace_of(const std::string& text) const {
    Bytes in = pair_input(test, matrices_of(test)), out(2 * test.out_bytes());
    in.resize(std::max(blocks, 2u) * test.in_bytes());
    out.resize(std::max(blocks, 2u) * test.out_bytes());
    return run_pair(text, in, out, blocks);
  }
  [[nodiscard]] trace::Trace trace() const { return trace_of(text()); }
};

// The text of `kernel` with another word for what only block 1 does.
std::string with_branch(const std::string& text, const std::string& from,
                        const std::string& other) {
  std::string changed = text;
  const std::size_t at = changed.find(from);
  EXPECT_NE(at, std::string::npos) << from;
  changed.replace(at, from.size(),
                  "@%p9 bra other;\n" + from + "bra same;\nother:\n" + other + "same:\n");
  return changed;
}

TEST(Tcgen05PairFindings, NoneOfARightKernel) {
  EXPECT_THAT(kinds(FaultyPair{}.trace()), IsEmpty()) << texts(FaultyPair{}.trace());
}

TEST(Tcgen05PairFindings, ABlockHasAnotherOneInItsCluster) {
  for (const std::uint32_t blocks : {1u, 3u}) {
    FaultyPair alone;
    alone.blocks = blocks;
    const trace::Trace trace = alone.trace();
    EXPECT_THAT(kinds(trace), Contains(FindingKind::bad_tensor_memory)) << blocks;
    EXPECT_THAT(
        texts(trace),
        HasSubstr("tcgen05.alloc works on two blocks of a cluster whose ranks differ in the "
                  "last bit alone: this one's is " +
                  std::to_string(blocks - 1) + " and its cluster has " + std::to_string(blocks)));
  }
}

TEST(Tcgen05PairFindings, BothAllocateAlike) {
  const FaultyPair pair{.columns = 256};
  const std::string alloc = "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%r7], ";
  std::string text = with_branch(pair.text(), alloc + "256;\n", alloc + "512;\n");
  const trace::Trace trace = pair.trace_of(text);
  EXPECT_THAT(kinds(trace), Contains(FindingKind::bad_tensor_memory));
  EXPECT_THAT(texts(trace), HasSubstr("columns of tensor memory where the other block of the pair "
                                      "asks for "));
}

TEST(Tcgen05PairFindings, AnAllocationWaitsForTheOtherBlocks) {
  const FaultyPair pair;
  const std::string alloc = "tcgen05.alloc.cta_group::2.sync.aligned.shared::cta.b32 [%r7], 512;\n";
  // Block 1 comes to a cluster's barrier instead, block 0 waits for it.
  const trace::Trace trace = pair.trace_of(with_branch(
      pair.text(), alloc, std::string("bar.warp.sync 0xffffffff;\n") + kClusterBarrier));
  EXPECT_THAT(kinds(trace), Contains(FindingKind::deadlock));
  EXPECT_THAT(texts(trace), HasSubstr("waits for block (1, 0, 0), the other one of the pair, to "
                                      "come to a tcgen05.alloc, too"));
}

TEST(Tcgen05PairFindings, OneOfThemAsks) {
  FaultyPair both;
  both.asked = by_first_thread(pair_multiply(Mma{.m = 256}) +
                               "tcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster."
                               "b64 [bar];\n");
  const trace::Trace trace = both.trace();
  EXPECT_THAT(kinds(trace), Contains(FindingKind::race));
  EXPECT_THAT(texts(trace), HasSubstr("of tensor memory"));
}

TEST(Tcgen05PairFindings, TheSumsAreThereInBothWhenTheMbarrierTells) {
  const std::string read = "@!%p9 bra late;\n" + load("32x32b.x1", 1, "%r4+16") + kWaitLoad +
                           move_registers(true, 1, 1) + "late: bar.sync 0;\n";
  FaultyPair early;
  early.behind = read + kWait;
  const trace::Trace trace = early.trace();
  EXPECT_THAT(kinds(trace), Contains(FindingKind::race));
  EXPECT_THAT(texts(trace),
              HasSubstr("of tensor memory, which thread 0 of block (0, 0, 0) writes"));
  FaultyPair late;
  late.behind = kWait + read;
  EXPECT_THAT(kinds(late.trace()), IsEmpty());
}

TEST(Tcgen05PairFindings, BothTilesAreThereBefore) {
  FaultyPair unordered;
  unordered.before = std::string(kProxyFence) + kBefore;
  const trace::Trace trace = unordered.trace();
  EXPECT_THAT(kinds(trace), testing::Not(IsEmpty()));
  EXPECT_THAT(kinds(trace),
              Each(testing::AnyOf(FindingKind::race, FindingKind::uninitialized_read,
                                  FindingKind::bad_mbarrier, FindingKind::bad_tensor_memory)))
      << texts(trace);
}

TEST(Tcgen05PairFindings, ATileOfTheOtherBlockIsNotOverwrittenWhileItIsRead) {
  const std::string overwrite = "@!%p9 bra left;\nst.shared.u32 [%r5], 0;\nleft:\n";
  FaultyPair early;
  early.behind = overwrite + kWait;
  EXPECT_THAT(kinds(early.trace()), Contains(FindingKind::race));
  FaultyPair late;
  late.behind = kWait + overwrite;
  EXPECT_THAT(texts(late.trace()), testing::Not(HasSubstr("while")));
}

TEST(Tcgen05PairFindings, TheOtherBlockIsStillThere) {
  // It arrives at an mbarrier of the one that asks, and exits.
  const std::string told = "[%r5+" + std::to_string(kTileBytes) + "]";
  FaultyPair left;
  left.before = "@!%p2 mbarrier.init.shared::cta.b64 " + told + ", 1;\n" + left.before +
                "@!%p9 bra stays;\nbar.sync 0;\n@%p2 bra tells;\nand.b32 %r41, %r5, 0xfeffffff;\n"
                "mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r41+" +
                std::to_string(kTileBytes) +
                "];\ntells: @%p1 bra gone;\n"
                "tcgen05.dealloc.cta_group::2.sync.aligned.b32 %r3, 512;\ngone: ret;\nstays:\n";
  left.asked =
      by_first_thread("hears: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p10, " +
                      told + ", 0;\n@!%p10 bra hears;\n" + pair_multiply(Mma{.m = 256}));
  left.behind = "";
  EXPECT_THAT(
      texts(left.trace()),
      HasSubstr("tcgen05.mma works on two blocks of a cluster, of which block (1, 0, 0) has "
                "exited"));
}

TEST(Tcgen05PairFindings, FormsThatAreNotKnownEndTheRun) {
  const auto text_with = [](const Mma& mma, const std::string& from, const std::string& to) {
    FaultyPair pair{.test = {.mma = mma}};
    pair.asked = by_issuer(replaced(pair_multiply(mma), from, to) + kCommitToBoth);
    const trace::Trace trace = pair.trace();
    EXPECT_THAT(kinds(trace), Contains(FindingKind::opaque_instruction)) << to;
    return texts(trace);
  };
  // Lanes left out; 128 rows of A in tensor memory; N of 24; sparse.
  EXPECT_THAT(text_with({.m = 256}, "{0,", "{1,"),
              HasSubstr("is passed lanes that are not to be written"));
  const std::string unknown = "is passed the instruction descriptor 0x";
  EXPECT_THAT(text_with({.m = 128, .a_is_in_tensor_memory = true}, "x", "x"), HasSubstr(unknown));
  EXPECT_THAT(text_with({.m = 256}, "tcgen05.mma", "add.u32 %r24, %r24, 131072;\ntcgen05.mma"),
              HasSubstr(unknown));
  EXPECT_THAT(text_with({.m = 256}, "tcgen05.mma.cta_group::2.kind::f16 [%r25], %rd10, %rd11,",
                        "tcgen05.mma.sp.cta_group::2.kind::f16 [%r25], %rd10, %rd11, [%r25],"),
              HasSubstr("tcgen05.mma.sp"));
}

}  // namespace
}  // namespace warplens::machine::tcgen05
