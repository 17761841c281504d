// Races between blocks: where they are told, and that a trace is the same every time.
#include <set>

#include "kernels/base/all_tests.h"
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using trace::FindingKind;

// %rd3: the thread's element of out.
constexpr const char* kElementOfOut = R"(
  .loc 1 3 0
  mov.u32 %r10, %ctaid.x; mov.u32 %r11, %ntid.x;
  mad.lo.s32 %r12, %r10, %r11, %r1;
  mul.wide.s32 %rd5, %r12, 4;
  add.s64 %rd3, %rd1, %rd5;
)";
// Each thread adds its right neighbour.
constexpr const char* kUpdateInPlace = R"(
  .loc 1 4 0
  ld.global.u32 %r2, [%rd3];
  ld.global.u32 %r3, [%rd3+4];
  add.u32 %r2, %r2, %r3;
  .loc 1 5 0
  bar.sync 0;
  st.global.u32 [%rd3], %r2;
  ret;)";
// One thread a block adds to a sum.
constexpr const char* kPlainSum = R"(
  .loc 1 4 0
  setp.ne.u32 %p1, %r1, 0;
  @%p1 ret;
  ld.global.u32 %r2, [%rd1];
  add.u32 %r2, %r2, 1;
  st.global.u32 [%rd1], %r2;
  ret;)";
// The first block waits, plainly, for what the last one writes.
constexpr const char* kWaitsForLast = R"(
  setp.ne.u32 %p1, %r10, 0;
  @%p1 bra others;
  again: ld.global.u32 %r2, [%rd1];
  setp.eq.u32 %p2, %r2, 0;
  @%p2 bra again;
  ret;
  others: setp.ne.u32 %p1, %r10, 7;
  @%p1 ret;
  setp.ne.u32 %p1, %r1, 0;
  @%p1 ret;
  st.global.u32 [%rd1], 1;
  ret;)";

Machine machine_of(const std::string& body, unsigned threads,
                   std::optional<std::uint64_t> seed = {}) {
  Machine machine(parse_text(kernel_text(kElementOfOut + body, ".file 1 \"k.cu\"\n")));
  machine.options.threads = threads;
  machine.options.order_seed = seed;
  machine.buffer("out", zeros(8 * 64 + 1));
  machine.buffer("in", zeros(1));
  return machine;
}

trace::Trace trace_with(const std::string& body, unsigned threads,
                        std::optional<std::uint64_t> seed = {}) {
  trace::Trace trace = machine_of(body, threads, seed).trace_of({8}, {64});
  trace.seconds = 0;
  return trace;
}

std::set<std::string> messages(const trace::Trace& trace) {
  std::set<std::string> all;
  for (const trace::Finding& finding : trace.findings) all.insert(finding.message.in(Language::en));
  return all;
}

TEST(BlockRaces, NameBothLinesBothBlocksTheBufferAndTheByte) {
  const trace::Trace trace = trace_with(kUpdateInPlace, 2);
  ASSERT_THAT(kinds(trace), ElementsAre(FindingKind::global_race));
  const trace::Finding& race = trace.findings[0];
  EXPECT_EQ(race.message.in(Language::en),
            "k.cu:5: block (1, 0, 0) warp 0 lane 0: writes byte 256 of out, which block (0, 0, 0) "
            "reads at k.cu:4 with nothing in between to order the two blocks");
  EXPECT_THAT(race.message.in(Language::zh),
              AllOf(HasSubstr("out 的字节偏移 256"), HasSubstr("k.cu:4")));
  EXPECT_EQ(race.severity, trace::Severity::error);
  EXPECT_EQ(race.other_line, 4u);
  EXPECT_EQ(race.about, "out");
  EXPECT_EQ(race.occurrences, 7u) << "once at each two blocks' border";
  EXPECT_NE(race.site, trace::kNone);
  EXPECT_TRUE(trace.order_dependent);
}

TEST(BlockRaces, AreTheSameInEveryOrderOfBlocks) {
  for (const std::string body : {kUpdateInPlace, kPlainSum}) {
    const auto expected = messages(trace_with(body, 1));
    EXPECT_FALSE(expected.empty());
    for (std::uint64_t seed = 0; seed < 12; ++seed) {
      EXPECT_EQ(messages(trace_with(body, 2, seed)), expected) << seed;
    }
  }
}

TEST(BlockRaces, ATraceIsTheSameEachTimeOnAnyNumberOfThreads) {
  for (const std::string body : {kUpdateInPlace, kPlainSum, kWaitsForLast}) {
    if (is_too_slow_here() && body == kWaitsForLast) continue;
    const trace::Trace first = trace_with(body, 1);
    EXPECT_THAT(kinds(first), Each(FindingKind::global_race));
    const int runs = body == kWaitsForLast ? 5 : 20;
    for (int run = 0; run < runs; ++run) EXPECT_EQ(trace_with(body, 2), first) << body;
    EXPECT_EQ(trace_with(body, 5), first);
  }
}

TEST(BlockRaces, BlocksThatRaceRunOneAfterTheOther) {
  Machine machine = machine_of(kPlainSum, 2);
  Progress progress;
  machine.options.progress = &progress;
  machine.trace_of({8}, {64});
  EXPECT_EQ(machine.values(0)[0], 8) << "from where the launch began";
  EXPECT_EQ(progress.blocks_done, 8u);
}

TEST(BlockRaces, ABlockMayWaitForAnotherWhateverTheNumberOfThreads) {
  for (const unsigned threads : {2u, 1u}) {
    if (is_too_slow_here() && threads == 1) continue;
    const trace::Trace trace = trace_with(kWaitsForLast, threads);
    EXPECT_THAT(kinds(trace), ElementsAre(FindingKind::global_race)) << threads;
  }
}

TEST(BlockRaces, AreNotLookedForWithoutRaceDetection) {
  Machine machine = machine_of(kUpdateInPlace, 1);
  machine.options.detect_races = false;
  const trace::Trace trace = machine.trace_of({8}, {64});
  EXPECT_THAT(trace.findings, IsEmpty());
  EXPECT_FALSE(trace.order_dependent);
}

TEST(BlockRaces, OneBlockHasNone) {
  EXPECT_THAT(machine_of(kUpdateInPlace, 1).trace_of({1}, {64}).findings, IsEmpty());
}

TEST(BlockRaces, BytesOfOneWordAndReadsOfOneBufferAreNone) {
  const std::string bytes =
      "cvt.s64.s32 %rd6, %r12;\nadd.s64 %rd7, %rd1, %rd6;\n"
      "st.global.u8 [%rd7], %r1;\nret;";
  const std::string reads = "ld.global.u32 %r2, [%rd2];\nst.global.u32 [%rd3], %r2;\nret;";
  for (const std::string& body : {bytes, reads}) {
    const trace::Trace trace = trace_with(body, 2);
    EXPECT_THAT(trace.findings, IsEmpty());
    EXPECT_FALSE(trace.order_dependent);
  }
}

TEST(BlockRaces, ThatWriteTheSameValueAreInformation) {
  const trace::Trace trace = trace_with("st.global.u32 [%rd1], 5;\nret;", 2);
  ASSERT_THAT(kinds(trace), ElementsAre(FindingKind::same_value_race));
  EXPECT_EQ(trace.findings[0].severity, trace::Severity::information);
  EXPECT_FALSE(trace.order_dependent);
}

TEST(BlockRaces, CopiesToSharedMemoryAreReads) {
  const std::string copy =
      "mov.u32 %r20, tile;\ncp.async.ca.shared.global [%r20], [%rd1], 4;\n"
      "cp.async.wait_all;\nst.global.u32 [%rd3], %r12;\nret;";
  EXPECT_THAT(kinds(trace_with(copy, 2)), Contains(FindingKind::global_race));
}

TEST(BlockRaces, AnAtomicAndAPlainAccessRace) {
  const std::string body =
      "red.global.add.u32 [%rd1], 1;\nld.global.u32 %r2, [%rd1];\n"
      "st.global.u32 [%rd3+4], %r2;\nret;";
  EXPECT_THAT(kinds(trace_with(body, 2)), Contains(FindingKind::global_race));
}

}  // namespace
}  // namespace warplens::machine
