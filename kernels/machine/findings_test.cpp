// What a kernel does wrong, as the trace says it; kernels in testdata/cases.cu.
#include "kernels/base/all_tests.h"
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::SizeIs;
using trace::FindingKind;

TEST(Findings, OnePastTheEndIsNamedAtEachWidth) {
  Machine machine(nvcc_cases(), "one_past");
  const std::size_t out = machine.buffer("o", zeros(128));
  machine.buffer("i", zeros(32));
  machine.buffer("c", zeros(8));
  const trace::Trace trace = machine.trace_of({1, 1, 1}, {32, 1, 1});
  ASSERT_THAT(kinds(trace), ElementsAre(FindingKind::out_of_bounds, FindingKind::out_of_bounds,
                                        FindingKind::out_of_bounds));
  std::string all;
  for (const trace::Finding& finding : trace.findings) {
    all += finding.message.in(Language::en) + "\n";
    EXPECT_EQ(finding.lane, 31u);
    EXPECT_EQ(finding.file, "cases.cu");
    EXPECT_NE(finding.line, 0u);
    EXPECT_EQ(finding.occurrences, 1u);
  }
  EXPECT_THAT(all, HasSubstr("reads 4 bytes at byte 128 of i (128 bytes), right behind its end"));
  EXPECT_THAT(all, HasSubstr("reads 1 byte at byte 32 of c (32 bytes), right behind its end"));
  EXPECT_THAT(all, HasSubstr("writes 16 bytes at byte 512 of o (512 bytes), right behind its end"));
  EXPECT_EQ(machine.values(out)[4], 0) << "in-bounds lanes go on: element 4 is i[1]";
  EXPECT_EQ(machine.values<float>(out)[7], 3.0F);
}

TEST(Findings, MisalignedWideLoadIsSuppressed) {
  Machine machine(nvcc_cases(), "misaligned");
  const std::size_t out = machine.buffer("o", std::vector<std::int32_t>(128, 9));
  machine.buffer("i", iota(32));
  const trace::Trace trace = machine.trace_of({1, 1, 1}, {32, 1, 1});
  ASSERT_THAT(kinds(trace), ElementsAre(FindingKind::misaligned));
  EXPECT_EQ(trace.findings[0].occurrences, 32u);
  EXPECT_THAT(trace.findings[0].message.in(Language::en),
              HasSubstr("at byte 4 of i: not a multiple of 16"));
  EXPECT_THAT(machine.values(out), Each(0));
}

TEST(Findings, MissingBarrierIsOneRaceForItsPairOfLines) {
  Machine machine(nvcc_cases(), "unordered");
  machine.buffer("o", zeros(64));
  const trace::Trace trace = machine.trace_of({1, 1, 1}, {64, 1, 1});
  ASSERT_THAT(kinds(trace), ElementsAre(FindingKind::race));
  EXPECT_EQ(trace.findings[0].occurrences, 64u) << "every load races with one store";
  EXPECT_EQ(trace.findings[0].about, "s");
  EXPECT_EQ(trace.findings[0].other_file, "cases.cu");
  EXPECT_NE(trace.findings[0].other_line, trace.findings[0].line);
  EXPECT_THAT(trace.findings[0].message.in(Language::en), HasSubstr("of s, which thread"));
  EXPECT_THAT(trace.findings[0].message.in(Language::zh), HasSubstr("线程块 (0, 0, 0) warp"));
  EXPECT_THAT(trace.findings[0].message.in(Language::zh), HasSubstr("s 的字节偏移"));
}

// Each thread writes two words and reads the two that its mirror thread wrote; with line
// information as of a loop that the compiler unrolled.
std::string unrolled(bool has_lines) {
  const std::string store_line = has_lines ? ".loc 1 5 0\n" : "";
  const std::string load_line = has_lines ? ".loc 1 6 0\n" : "";
  return kernel_text(
      "mul.wide.u32 %rd20, %r1, 4; add.s64 %rd20, %rd1, %rd20;\n"
      "mov.u32 %r3, tile; mad.lo.u32 %r4, %r1, 4, %r3;\n"
      "sub.u32 %r5, 63, %r1; mad.lo.u32 %r6, %r5, 4, %r3;\n" +
          store_line + "st.shared.u32 [%r4], %r1; st.shared.u32 [%r4+256], %r1;\n" + load_line +
          "ld.shared.u32 %r7, [%r6]; ld.shared.u32 %r8, [%r6+256];\n"
          "st.global.u32 [%rd20], %r7; st.global.u32 [%rd20], %r8;\nret;",
      ".file 1 \"k.cu\"\n");
}

TEST(Findings, UnrolledLoopIsOneRaceWhoseOccurrencesAddUp) {
  std::vector<std::size_t> counts;
  for (const bool has_lines : {true, false}) {
    Machine machine(parse_text(unrolled(has_lines)));
    machine.buffer("out", zeros(64));
    machine.buffer("in", zeros(1));
    const trace::Trace trace = machine.trace_of({1, 1, 1}, {64, 1, 1});
    EXPECT_THAT(kinds(trace), Each(FindingKind::race));
    std::uint64_t occurrences = 0;
    for (const trace::Finding& finding : trace.findings) occurrences += finding.occurrences;
    EXPECT_EQ(occurrences, 128u);
    counts.push_back(trace.findings.size());
  }
  EXPECT_THAT(counts, ElementsAre(1, 2)) << "one pair of lines; two pairs of instructions";
}

TEST(Findings, OneByteOfASharedWordThatNobodyWroteIsNamed) {
  for (const std::string use : {"add.u32 %r2, %r2, 1;", "and.b32 %r2, %r2, 65535;"}) {
    Machine machine(parse_text(kernel_text(R"(
      mov.u32 %r3, tile; mad.lo.u32 %r4, %r1, 4, %r3;
      mul.wide.u32 %rd3, %r1, 4; add.s64 %rd3, %rd1, %rd3;
      st.shared.u8 [%r4], %r1; st.shared.u16 [%r4+2], %r1;
      ld.shared.u32 %r2, [%r4];
      )" + use + "\nst.global.u32 [%rd3], %r2;\nret;")));
    machine.buffer("out", zeros(32));
    machine.buffer("in", zeros(1));
    const trace::Trace trace = machine.trace_of({1, 1, 1}, {32, 1, 1});
    if (use.starts_with("and")) {
      EXPECT_THAT(trace.findings, IsEmpty());
    } else {
      ASSERT_THAT(kinds(trace), ElementsAre(FindingKind::uninitialized_read));
      EXPECT_THAT(trace.findings[0].message.in(Language::en),
                  HasSubstr("reads 1 byte at byte 1 of tile"));
    }
  }
}

TEST(Findings, LanesThatStoreTheSameWithOneInstructionAreNoRace) {
  const std::string same = R"(
    mov.u32 %r2, tile;
    st.shared.u32 [%r2], 7;
    st.global.u32 [%rd1], 7;
    bar.sync 0;
    ld.shared.u32 %r3, [%r2];
    st.global.u32 [%rd1], %r3;
    ret;)";
  EXPECT_THAT(trace_of_text(same, {1, 1, 1}, {32, 1, 1}).findings, IsEmpty());
  EXPECT_THAT(kinds(trace_of_text(same, {1, 1, 1}, {64, 1, 1})),
              testing::Each(FindingKind::same_value_race));
}

TEST(Findings, SameValueWritesAreInformation) {
  Machine machine(nvcc_cases(), "same_value");
  machine.buffer("o", zeros(64));
  const trace::Trace trace = machine.trace_of({1, 1, 1}, {64, 1, 1});
  ASSERT_THAT(kinds(trace), ElementsAre(FindingKind::same_value_race));
  EXPECT_EQ(trace.findings[0].severity, trace::Severity::information);
}

TEST(Findings, SpeculatedLoadCountsOnlyWhereItsValueIsUsed) {
  for (const std::int32_t keep : {20, 24}) {
    Machine machine(nvcc_cases(), "speculated");
    const std::size_t out = machine.buffer("o", zeros(32));
    machine.scalar(20);
    machine.scalar(keep);
    const trace::Trace trace = machine.trace_of({1, 1, 1}, {32, 1, 1});
    if (keep == 20) {
      EXPECT_THAT(trace.findings, IsEmpty());
    } else {
      ASSERT_THAT(kinds(trace), ElementsAre(FindingKind::uninitialized_read));
      EXPECT_EQ(trace.findings[0].occurrences, 4u);
    }
    EXPECT_EQ(machine.values(out)[19], 19);
    EXPECT_EQ(machine.values(out)[31], -1);
  }
}

// A sum over a loop's uninitialised loads, and a loop whose loads nobody uses but the last.
TEST(Findings, ValuesAreFollowedThroughLoopsOfAnyLength) {
  for (const std::string use : {"add.u32 %r3, %r3, %r2;", "mov.u32 %r3, %r2;"}) {
    SCOPED_TRACE(use);
    const bool is_slow = is_too_slow_here() || is_emulated();
    const int trips = is_slow ? 5'000 : all_tests_are_asked_for() ? 400'000 : 10'000;
    Machine machine(parse_text(
        kernel_text("mul.wide.u32 %rd20, %r1, 4; add.s64 %rd20, %rd1, %rd20;\n"
                    "mov.u32 %r3, 0;\nmov.u32 %r4, 0;\nloop:\nld.shared.u32 %r2, [tile];\n" +
                    use + "\nadd.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, " + std::to_string(trips) +
                    ";\n@%p1 bra loop;\nst.global.u32 [%rd20], %r3;\nret;")));
    machine.options.recording = Recording::none;
    machine.buffer("out", zeros(64));
    machine.buffer("in", zeros(1));
    const trace::Trace trace = machine.trace_of({1, 1, 1}, {64, 1, 1});
    ASSERT_THAT(kinds(trace), ElementsAre(FindingKind::uninitialized_read));
    if (use.starts_with("mov")) {
      EXPECT_EQ(trace.findings[0].occurrences, 64u);
    }
  }
}

// The first block writes all of the tile and reads it often enough to be believed; the second only
// reads.
TEST(Findings, ABlockDoesNotInheritWhatAnotherOneWrote) {
  Machine machine(parse_text(kernel_text(R"(
    mov.u32 %r2, %ctaid.x;
    setp.ne.u32 %p1, %r2, 0;
    mov.u32 %r3, 0;
    shl.b32 %r5, %r1, 2;
    mov.u32 %r6, tile;
    add.u32 %r6, %r6, %r5;
    @%p1 bra read;
    st.shared.u32 [%r6], 1;
read:
    ld.shared.u32 %r4, [%r6];
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p1, %r3, 100;
    @%p1 bra read;
    st.global.u32 [%rd1], %r4;
    ret;)")));
  machine.buffer("out", zeros(1));
  machine.buffer("in", zeros(1));
  const trace::Trace trace = machine.trace_of({2, 1, 1}, {256, 1, 1});
  const auto early =
      std::ranges::find(trace.findings, FindingKind::uninitialized_read, &trace::Finding::kind);
  ASSERT_NE(early, trace.findings.end());
  EXPECT_EQ(early->block, (Dim3{1, 0, 0}));
}

TEST(Findings, AWriteToConstantMemoryIsNamedWithItsVariable) {
  for (const std::string write : {"st.u32 [%rd3+4], %r1;", "red.add.u32 [%rd3+4], %r1;"}) {
    Machine machine(parse_text(kernel_text("mov.u64 %rd3, table;\n" + write + "\nret;",
                                           ".const .align 4 .b32 table[4] = {1, 2, 3, 4};\n")));
    machine.buffer("out", zeros(1));
    machine.buffer("in", zeros(1));
    const trace::Trace trace = machine.trace_of({1, 1, 1}, {1, 1, 1});
    ASSERT_THAT(kinds(trace), ElementsAre(FindingKind::read_only_write));
    EXPECT_EQ(trace.findings[0].about, "table");
  }
}

// Each warp's whole loop races with the next one's.
TEST(Findings, ALoopWithoutBarriersIsFollowedInBoundedMemory) {
  const std::string trips = is_too_slow_here() ? "20" : "400";
  for (const bool is_used : {false, true}) {
    const std::string use = is_used ? "add.u32 %r3, %r3, %r2;\n" : "";
    Machine machine(parse_text(kernel_text(
        "mul.wide.u32 %rd20, %r1, 4; add.s64 %rd20, %rd1, %rd20;\n"
        "mov.u32 %r3, 0;\nmov.u32 %r4, 0;\nmov.u32 %r5, tile;\n"
        "mad.lo.u32 %r6, %r1, 4, %r5;\nadd.u32 %r7, %r6, 128;\nand.b32 %r7, %r7, 1023;\n"
        "loop:\nst.shared.u32 [%r6], %r4;\nld.shared.u32 %r2, [%r7];\n" +
        use + "add.u32 %r4, %r4, 1;\nsetp.lt.u32 %p1, %r4, " + trips +
        ";\n@%p1 bra loop;\nst.global.u32 [%rd20], %r3;\nret;")));
    machine.options.recording = Recording::none;
    machine.buffer("out", zeros(256));
    machine.buffer("in", zeros(1));
    const trace::Trace trace = machine.trace_of({1, 1, 1}, {256, 1, 1});
    EXPECT_THAT(kinds(trace), Each(FindingKind::race));
    EXPECT_EQ(trace.findings.empty(), !is_used);
  }
}

TEST(Findings, SecondRunLeavesMemoryAndTraceAsTheFirstMadeThem) {
  Machine watched(nvcc_cases(), "unordered");
  Machine unwatched(nvcc_cases(), "unordered");
  unwatched.options.detect_races = false;
  const std::size_t a = watched.buffer("o", zeros(64));
  const std::size_t b = unwatched.buffer("o", zeros(64));
  const trace::Trace with = watched.trace_of({1, 1, 1}, {64, 1, 1});
  const trace::Trace without = unwatched.trace_of({1, 1, 1}, {64, 1, 1});
  EXPECT_EQ(watched.values(a), unwatched.values(b));
  EXPECT_EQ(with.events.size(), without.events.size());
  EXPECT_EQ(with.lane_instructions, without.lane_instructions);
  EXPECT_THAT(without.findings, IsEmpty());
}

TEST(Findings, ShuffleFromAnExitedLaneGivesItsOwnValue) {
  Machine machine(nvcc_cases(), "exited_source");
  const std::size_t out = machine.buffer("o", zeros(16));
  const trace::Trace trace = machine.trace_of({1, 1, 1}, {32, 1, 1});
  ASSERT_THAT(kinds(trace), ElementsAre(FindingKind::inactive_shuffle));
  EXPECT_EQ(trace.findings[0].occurrences, 16u);
  EXPECT_EQ(machine.values(out), iota(16));
}

TEST(Findings, ReductionWhoseUnusedLanesShuffleFromNowhereIsClean) {
  Machine machine(nvcc_cases(), "block_sum");
  const std::size_t out = machine.buffer("o", std::vector<float>(1));
  machine.buffer("i", std::vector<float>(1024, 0.5F));
  EXPECT_THAT(machine.trace_of({4, 1, 1}, {256, 1, 1}).findings, IsEmpty());
  EXPECT_EQ(machine.values<float>(out)[0], 512.0F);
}

TEST(Findings, CrossedBarriersAreADeadlockThatCountsArrivals) {
  Machine machine(nvcc_cases(), "crossed_barriers");
  machine.buffer("o", zeros(128));
  const trace::Trace trace = machine.trace_of({1, 1, 1}, {128, 1, 1});
  ASSERT_THAT(kinds(trace), Contains(FindingKind::deadlock));
  EXPECT_THAT(trace.findings[0].message.in(Language::en),
              HasSubstr("32 of 64 threads have arrived"));
}

TEST(Findings, EndlessLoopMeetsTheBudget) {
  for (const auto seed : {std::optional<std::uint64_t>{}, std::optional<std::uint64_t>{3}}) {
    Machine machine(parse_text(
        kernel_text("again: ld.volatile.global.u32 %r2, [%rd1];\nadd.u32 %r3, %r3, 1;\n"
                    "setp.ne.u32 %p1, %r2, %r3;\n@%p1 bra again;\nst.global.u32 [%rd2], %r3;\nret;",
                    ".file 1 \"k.cu\"\n")));
    machine.options.instruction_budget = 100000;
    machine.options.order_seed = seed;
    machine.buffer("out", zeros(1));
    machine.buffer("in", zeros(1));
    const trace::Trace trace = machine.trace_of({3, 1, 1}, {64, 1, 1});
    ASSERT_THAT(kinds(trace), ElementsAre(FindingKind::no_end));
    EXPECT_THAT(trace.findings[0].message.in(Language::en),
                HasSubstr("the block has 1 warp at PTX line"));
  }
}

TEST(Findings, UnknownInstructionIsRefusedOnlyWhenReached) {
  for (const bool reached : {false, true}) {
    const std::string guard = reached ? "setp.ne.u32 %p1, %r1, 99;" : "setp.eq.u32 %p1, %r1, 99;";
    Machine machine(parse_text(kernel_text(guard + R"(
      @!%p1 bra done;
      frobnicate.wide.b32 %r2, %r1;
      done: setp.eq.u32 %p2, %r1, 0;
      @%p2 st.global.u32 [%rd1], 5;
      ret;)")));
    const std::size_t out = machine.buffer("out", zeros(1));
    machine.buffer("in", zeros(1));
    const trace::Trace trace = machine.trace_of({1, 1, 1}, {32, 1, 1});
    if (reached) {
      ASSERT_THAT(kinds(trace), ElementsAre(FindingKind::opaque_instruction));
      EXPECT_THAT(trace.findings[0].message.in(Language::en), HasSubstr("frobnicate.wide.b32"));
      EXPECT_NE(trace.findings[0].ptx_line, 0u);
    } else {
      EXPECT_THAT(trace.findings, IsEmpty());
      EXPECT_EQ(machine.values(out)[0], 5);
    }
  }
}

TEST(Findings, MaximumIsKept) {
  Machine machine(nvcc_cases(), "one_past");
  machine.options.maximum_findings = 2;
  machine.buffer("o", zeros(128));
  machine.buffer("i", zeros(32));
  machine.buffer("c", zeros(8));
  EXPECT_THAT(machine.trace_of({1, 1, 1}, {32, 1, 1}).findings, SizeIs(2));
}

TEST(Findings, ABarrierWithAndWithoutAReductionAtOneTimeIsUndefined) {
  for (const std::string other : {"bar.sync 0;", "bar.red.popc.u32 %r3, 0, %p2;"}) {
    Machine machine(
        parse_text(kernel_text("setp.lt.u32 %p1, %r1, 32;\nsetp.ne.u32 %p2, %r1, 99;\n"
                               "@%p1 bra first;\n" +
                               other +
                               "\nbra.uni done;\n"
                               "first: bar.red.popc.u32 %r2, 0, %p2;\ndone: ret;")));
    machine.buffer("out", zeros(1));
    machine.buffer("in", zeros(1));
    const trace::Trace trace = machine.trace_of({1, 1, 1}, {64, 1, 1});
    if (other == "bar.sync 0;") {
      EXPECT_THAT(kinds(trace), ElementsAre(FindingKind::undefined_sync));
    } else {
      EXPECT_THAT(trace.findings, IsEmpty());
    }
  }
}

TEST(Findings, AlignedBarrierMetByHalfAWarpIsDivergent) {
  Machine machine(parse_text(kernel_text(R"(
    setp.lt.u32 %p1, %r1, 16;
    @%p1 bra first;
    bar.sync 0;
    bra.uni done;
    first: bar.sync 0;
    done: ret;)")));
  machine.buffer("out", zeros(1));
  machine.buffer("in", zeros(1));
  const trace::Trace trace = machine.trace_of({1, 1, 1}, {64, 1, 1});
  EXPECT_THAT(kinds(trace), Contains(FindingKind::divergent_barrier));
}

}  // namespace
}  // namespace warplens::machine
