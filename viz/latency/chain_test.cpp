// The longest chain of a block, on kernels of a few instructions and latencies that are easy to
// add.
#include "viz/latency/chain.h"

#include "viz/latency/dram_lines.h"
#include "viz/latency/latency_test_kit.h"
#include "viz/latency/least_latency.h"

namespace warplens::latency {
namespace {

struct Ran {
  BlockRun run;
  [[nodiscard]] Chain chain(Reading reading = Reading::least, Turn turn = Turn::first) const {
    return chain_of(run, round_latencies(), reading, turn);
  }
};

Ran ran(const std::string& body, std::uint32_t threads = 32,
        const std::vector<std::int32_t>& in = machine::zeros(4096)) {
  return {block_of(body, threads, in)};
}

// Follows the links in `in`, so many times.
std::string chase(int times) {
  return "mul.wide.u32 %rd5, %r1, 4; add.s64 %rd3, %rd1, %rd5; mov.u32 %r2, 0; mov.u32 %r3, 0;\n"
         "again:\n mul.wide.u32 %rd6, %r2, 4; add.s64 %rd6, %rd2, %rd6;\n"
         "ld.global.u32 %r2, [%rd6];\n add.u32 %r3, %r3, 1; setp.lt.u32 %p1, %r3, " +
         std::to_string(times) + "; @%p1 bra again;\n st.global.u32 [%rd3], %r2; ret;";
}

const std::string kStoreF1 = "st.global.f32 [%rd1], %f1; ret;";

TEST(Chain, OfLoadsThatFollowLinksIsALoadAfterAnother) {
  std::vector<std::int32_t> links(4096);
  for (int i = 0; i < 16; ++i) links[i * 64] = (i + 1) * 64;
  const Chain chain = ran(chase(10), 32, links).chain();
  // Ten from L2, and half an addition to each address.
  EXPECT_DOUBLE_EQ(chain.cycles, 10 * 300 + 10 * 2);
  ASSERT_FALSE(chain.lines.empty());
  EXPECT_EQ(chain.lines[0].instruction->opcode, "ld");
  EXPECT_EQ(chain.lines[0].times, 10u);
  EXPECT_EQ(chain.lines[0].kind, StepKind::l2);
  EXPECT_EQ(chain.lines[0].waits_for->opcode, "add");
}

TEST(ChainLines, AreThoseThatALoadOfTheChainBringsFirst) {
  std::vector<std::int32_t> links(4096);
  for (int i = 0; i < 16; ++i) links[i * 64] = (i + 1) * 64;
  const Ran far = ran(chase(10), 32, links);
  const auto lines = chain_lines(far.run, far.chain());
  ASSERT_TRUE(lines.has_value());
  EXPECT_EQ(lines->waited_for, 10u);
  EXPECT_EQ(lines->beside, 1u) << "the one that is stored";
  EXPECT_EQ(lines->most_at_once, 1u);
  EXPECT_DOUBLE_EQ(lines_from_dram(*lines, 4 * 9 * 128, 4), 8) << "nine a block, less one";
  EXPECT_DOUBLE_EQ(lines_from_dram(*lines, 1 << 30, 4), 10) << "no more than there are";
  EXPECT_DOUBLE_EQ(lines_from_dram(*lines, 0, 4), 0);
}

TEST(ChainLines, OfABlockWhoseCopiesNoEventTellsOfAreNotKnown) {
  const Ran copies = ran("cp.async.bulk.commit_group; " + kStoreF1);
  EXPECT_FALSE(chain_lines(copies.run, copies.chain()).has_value());
}

TEST(Chain, ALoadOfASectorThatIsThereComesFromL1) {
  const Chain chain = ran(chase(10)).chain();
  EXPECT_DOUBLE_EQ(chain.cycles, 300 + 9 * 50 + 10 * 2);
}

TEST(Chain, OfABlockBehindAnotherMayFindAllInL1) {
  const Ran links = ran(chase(10));
  EXPECT_DOUBLE_EQ(links.chain(Reading::least, Turn::next).cycles, 10 * 50 + 10 * 2);
}

TEST(Chain, OfDependentMultiplyAddsTakesEachOfThem) {
  const Chain chain = ran(repeated("fma.rn.f32 %f1, %f1, %f1, %f2;", 12) + kStoreF1).chain();
  EXPECT_DOUBLE_EQ(chain.cycles, 120);
  EXPECT_EQ(chain.steps.size(), 12u);
  EXPECT_EQ(chain.steps[11].begin, 110);
}

TEST(Chain, IndependentOnesAreTheLongestOfThem) {
  const std::string both = "fma.rn.f32 %f1, %f1, %f1, %f2; fma.rn.f32 %f3, %f3, %f3, %f2;";
  const Chain chain = ran(repeated(both, 12) + kStoreF1).chain();
  EXPECT_DOUBLE_EQ(chain.cycles, 120);
}

TEST(Chain, WhatNothingIsStoredOfHoldsNothingUp) {
  EXPECT_EQ(ran(repeated("fma.rn.f32 %f3, %f3, %f3, %f2;", 12) + kStoreF1).chain().cycles, 0);
}

TEST(Chain, AProductThatMayBeFusedTakesNothingAndOneThatMayNotTakesIts) {
  const std::string open = "mul.f32 %f1, %f1, %f2; add.f32 %f1, %f1, %f2;";
  EXPECT_DOUBLE_EQ(ran(open + kStoreF1).chain().cycles, 10);
  EXPECT_DOUBLE_EQ(ran(open + kStoreF1).chain(Reading::as_written).cycles, 20);
  const std::string rounded = "mul.rn.f32 %f1, %f1, %f2; add.rn.f32 %f1, %f1, %f2;";
  EXPECT_DOUBLE_EQ(ran(rounded + kStoreF1).chain().cycles, 20);
}

TEST(Chain, GoesThroughSharedMemoryAndABarrierFromWarpToWarp) {
  // Warp 1 reads what warp 0 has computed for long.
  const Ran two =
      ran("setp.lt.u32 %p1, %r1, 32; mul.lo.u32 %r4, %r1, 4; mov.u32 %r2, tile;"
          "add.u32 %r2, %r2, %r4; mov.f32 %f1, 0f3F800000;\n@!%p1 bra meet;\n" +
              repeated("fma.rn.f32 %f1, %f1, %f1, %f1;", 10) +
              "\nst.shared.f32 [%r2], %f1;\nmeet:\nbar.sync 0;\n"
              "xor.b32 %r2, %r2, 128; ld.shared.f32 %f2, [%r2];"
              "st.global.f32 [%rd1], %f2; ret;",
          64);
  const Chain chain = two.chain();
  // Ten products, the barrier, the load; not what the store takes, which the barrier hides.
  EXPECT_DOUBLE_EQ(chain.cycles, 100 + 21 + 100);
  EXPECT_DOUBLE_EQ(chain.cycles_of(StepKind::barrier), 21);
  EXPECT_DOUBLE_EQ(chain.cycles_of(StepKind::shared), 100);
  EXPECT_DOUBLE_EQ(two.chain(Reading::as_written).cycles_of(StepKind::barrier), 22);
}

TEST(Chain, AConflictKeepsTheLoadWaiting) {
  const auto strided = [](int words) {
    return "mov.u32 %r2, tile; mul.lo.u32 %r4, %r1, " + std::to_string(4 * words) +
           "; and.b32 %r4, %r4, 1023; add.u32 %r2, %r2, %r4; st.shared.u32 [%r2], %r1; bar.sync 0;"
           "ld.shared.u32 %r3, [%r2]; st.global.u32 [%rd1], %r3; ret;";
  };
  EXPECT_DOUBLE_EQ(ran(strided(1)).chain(Reading::as_written).cycles_of(StepKind::shared), 100);
  EXPECT_DOUBLE_EQ(ran(strided(4)).chain(Reading::as_written).cycles_of(StepKind::shared), 106);
}

TEST(Chain, ALaneThatReadsItsOwnStoreMayKeepItInARegister) {
  const Ran own =
      ran("mov.u32 %r2, tile; mul.lo.u32 %r4, %r1, 4; add.u32 %r2, %r2, %r4;"
          "st.shared.u32 [%r2], %r1; ld.shared.u32 %r3, [%r2];"
          "st.global.u32 [%rd1], %r3; ret;");
  EXPECT_EQ(own.chain().cycles_of(StepKind::shared), 0);
  EXPECT_GE(own.chain(Reading::as_written).cycles_of(StepKind::shared), 100);
}

TEST(Chain, AnAccessBehindABranchWaitsForItAndOneBehindItsTargetDoesNot) {
  const std::string decide =
      "ld.global.u32 %r2, [%rd2]; setp.ne.u32 %p1, %r2, 5; @!%p1 bra done;\n";
  const Chain inside = ran(decide + "st.global.u32 [%rd1], %r1;\ndone:\nret;").chain();
  EXPECT_DOUBLE_EQ(inside.cycles, 300);
  const Chain behind = ran(decide + "done:\nst.global.u32 [%rd1], %r1;\nret;").chain();
  EXPECT_EQ(behind.cycles, 0);
}

TEST(Chain, SaysWhatWasNotMeasured) {
  const Chain chain = ran("sin.approx.f32 %f1, %f1;" + kStoreF1).chain();
  EXPECT_EQ(chain.cycles, 0);
  EXPECT_EQ(chain.not_measured, std::set<std::string>{"sin.f32"});
}

TEST(Chain, AnAsynchronousCopyIsWaitedFor) {
  const Chain chain =
      ran("mov.u32 %r2, tile; mul.lo.u32 %r4, %r1, 16; add.u32 %r2, %r2, %r4;"
          "cp.async.ca.shared.global [%r2], [%rd2], 16; cp.async.commit_group;"
          "cp.async.wait_group 0; ld.shared.u32 %r3, [%r2]; st.global.u32 [%rd1], %r3; ret;")
          .chain();
  EXPECT_DOUBLE_EQ(chain.cycles_of(StepKind::copy), 60);
  EXPECT_DOUBLE_EQ(chain.cycles_of(StepKind::shared), 106) << "in four wavefronts";
}

analysis::Chip small_chip() {
  analysis::Chip chip;
  chip.multiprocessors = {10, "a test", false};
  chip.clock = {1e9, "a test", false};
  return chip;
}

TEST(LeastLatency, FewWarpsTakeTheirChainAndManyAsManyTurnsOfIt) {
  Chain first, next;
  first.cycles = 1000;
  next.cycles = 400;
  const LeastLatency few = least_latency(first, next, {5, 4, 2}, small_chip());
  EXPECT_EQ(few.waves, 1u);
  EXPECT_EQ(few.resident_warps, 4u);
  EXPECT_DOUBLE_EQ(few.seconds, 1e-6);
  const LeastLatency many = least_latency(first, next, {100, 4, 2}, small_chip());
  EXPECT_EQ(many.waves, 5u);
  EXPECT_EQ(many.resident_warps, 8u);
  EXPECT_DOUBLE_EQ(many.seconds, 2.6e-6);
}

TEST(LeastLatency, IsOneTurnWhereNobodyKnowsHowManyBlocksAnSmHolds) {
  Chain chain;
  chain.cycles = 1000;
  const LeastLatency least = least_latency(chain, chain, {.blocks = 1000}, small_chip());
  EXPECT_EQ(least.waves, 1u);
  EXPECT_DOUBLE_EQ(least.seconds, 1e-6);
}

}  // namespace
}  // namespace warplens::latency
