// Waits that nobody can end are told at once; those that somebody or time ends are not.
#include <chrono>

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

constexpr std::uint64_t kSoon = 5'000'000;  // warp instructions

trace::Trace trace_of_text(const std::string& body, Dim3 grid, Dim3 block,
                           std::optional<std::uint64_t> seed = std::nullopt) {
  Machine machine(parse_text(kernel_text(body)));
  machine.options.recording = Recording::none;
  machine.options.instruction_budget = kSoon;
  machine.options.order_seed = seed;
  machine.buffer("out", zeros(4));
  machine.buffer("in", zeros(4));
  return machine.trace_of(grid, block);
}

const std::string kWaitForFlag = R"(
  again: ld.volatile.global.u32 %r2, [%rd1];
  setp.eq.u32 %p2, %r2, 0;
  @%p2 bra again;
  )";
const std::string kWaitForSharedFlag = R"(
  st.volatile.shared.u32 [tile], 0;
  bar.sync 0;
  again: ld.volatile.shared.u32 %r2, [tile];
  setp.eq.u32 %p2, %r2, 0;
  @%p2 bra again;
  )";
const std::string kOnlyThreadZero = "setp.ne.u32 %p1, %r1, 0;\n@%p1 bra ready;\n";

TEST(DeadlockDetector, AFlagThatNobodySetsIsADeadlockAtOnceForAnyBlock) {
  for (const std::uint32_t threads : {1u, 32u, 33u, 1024u}) {
    for (const std::string& wait : {kWaitForFlag, kWaitForSharedFlag}) {
      SCOPED_TRACE(testing::Message() << threads << " threads" << wait);
      const trace::Trace trace = trace_of_text(wait + "ret;", {1, 1, 1}, {threads, 1, 1});
      ASSERT_THAT(kinds(trace), Contains(FindingKind::deadlock));
      EXPECT_THAT(trace.findings.back().message.in(Language::en), HasSubstr("waits here for ever"));
      EXPECT_NE(trace.findings.back().ptx_line, 0u);
    }
  }
}

TEST(DeadlockDetector, OneThreadThatWaitsWhileTheOthersStandAtABarrierIsADeadlock) {
  for (const std::uint32_t threads : {32u, 1024u}) {
    const trace::Trace trace = trace_of_text(
        kOnlyThreadZero + kWaitForFlag + "ready: bar.sync 0;\nret;", {1, 1, 1}, {threads, 1, 1});
    EXPECT_THAT(kinds(trace), Contains(FindingKind::deadlock));
    EXPECT_THAT(kinds(trace), testing::Not(Contains(FindingKind::no_end)));
  }
}

TEST(DeadlockDetector, BlocksThatWaitForOneThatHasEndedAreADeadlockInAnyOrder) {
  const std::string body = "mov.u32 %r3, %ctaid.x;\nsetp.eq.u32 %p1, %r3, 2;\n@%p1 bra done;\n" +
                           kWaitForFlag + "done: ret;";
  for (std::uint64_t seed = 0; seed < 9; ++seed) {
    const auto order = seed == 8 ? std::nullopt : std::optional(seed);
    const trace::Trace trace = trace_of_text(body, {6, 1, 1}, {32, 1, 1}, order);
    ASSERT_THAT(kinds(trace), ElementsAre(FindingKind::deadlock)) << seed;
    EXPECT_EQ(trace.findings[0].occurrences, 5u) << "every block that waits";
  }
}

TEST(DeadlockDetector, AnEndlessLoopThatReadsNothingRepeats) {
  const trace::Trace trace = trace_of_text("again: bra again;", {4, 1, 1}, {64, 1, 1});
  ASSERT_THAT(kinds(trace), ElementsAre(FindingKind::no_end));
  EXPECT_THAT(trace.findings[0].message.in(Language::en), HasSubstr("repeats for ever"));
}

// What is counted on the way decides nothing.
TEST(DeadlockDetector, AnEndlessLoopIsToldThoughItCountsItsRounds) {
  const trace::Trace spins = trace_of_text(R"(
    mov.u32 %r3, 0;
    again: ld.volatile.global.u32 %r2, [%rd1];
    add.u32 %r3, %r3, 1;
    setp.eq.u32 %p2, %r2, 0;
    @%p2 bra again;
    st.global.u32 [%rd1+4], %r3;
    ret;)",
                                           {2, 1, 1}, {1, 1, 1});
  EXPECT_THAT(kinds(spins), Contains(FindingKind::deadlock));
  const trace::Trace repeats = trace_of_text(R"(
    mov.u32 %r3, 0;
    and.b32 %r4, %r1, 3;
    again: mul.wide.u32 %rd3, %r4, 4;
    add.s64 %rd4, %rd2, %rd3;
    ld.global.u32 %r2, [%rd4];
    add.u32 %r4, %r4, 0;
    add.u32 %r3, %r3, 1;
    setp.ge.s32 %p2, %r2, 0;
    @%p2 bra again;
    st.global.u32 [%rd1], %r3;
    ret;)",
                                             {2, 1, 1}, {32, 1, 1});
  ASSERT_THAT(kinds(repeats), ElementsAre(FindingKind::no_end));
  EXPECT_THAT(repeats.findings[0].message.in(Language::en), HasSubstr("repeats for ever"));
}

TEST(DeadlockDetector, ALoopThatCountsIsNoDeadlock) {
  const std::string body = R"(
    mov.u32 %r3, 0;
    again: ld.volatile.global.u32 %r2, [%rd1];
    add.u32 %r3, %r3, 1;
    setp.lt.u32 %p2, %r3, 20000;
    @%p2 bra again;
    st.global.u32 [%rd1+4], %r3;
    ret;)";
  EXPECT_THAT(trace_of_text(body, {1, 1, 1}, {1, 1, 1}).findings, IsEmpty());
}

TEST(DeadlockDetector, AFlagThatAnotherBlockSetsLateIsNoDeadlock) {
  // Block 0 waits; block 1 works for long and then sets the flag.
  const std::string body = R"(
    mov.u32 %r3, %ctaid.x;
    setp.eq.u32 %p1, %r3, 1;
    @%p1 bra work;
    )" + kWaitForFlag + R"(
    ret;
    work: mov.u32 %r4, 0;
    more: ld.volatile.global.u32 %r5, [%rd2];
    add.u32 %r4, %r4, 1;
    setp.lt.u32 %p3, %r4, 100000;
    @%p3 bra more;
    st.volatile.global.u32 [%rd1], 1;
    ret;)";
  for (const auto seed : {std::optional<std::uint64_t>{}, std::optional<std::uint64_t>{5}}) {
    EXPECT_THAT(trace_of_text(body, {2, 1, 1}, {32, 1, 1}, seed).findings, IsEmpty());
  }
}

std::string wait_for_time(const std::string& clock) {
  return "mov.u64 %rd5, " + clock + ";\nagain: mov.u64 %rd6, " + clock + R"(;
    sub.u64 %rd7, %rd6, %rd5;
    setp.lt.u64 %p2, %rd7, 1000000000;
    @%p2 bra again;
    st.global.u32 [%rd1], 1;
    ret;)";
}

TEST(Clocks, AWaitForTimeEndsSoon) {
  for (const std::string clock : {"%clock64", "%globaltimer"}) {
    for (const std::uint32_t threads : {1u, is_too_slow_here() ? 128u : 1024u}) {
      const trace::Trace trace = trace_of_text(wait_for_time(clock), {3, 1, 1}, {threads, 1, 1});
      // All blocks write the same.
      EXPECT_THAT(kinds(trace), ElementsAre(FindingKind::same_value_race)) << clock;
    }
  }
}

TEST(Clocks, AWaitForMemoryThatReadsTheClockIsADeadlock) {
  const std::string body = R"(
    st.volatile.shared.u32 [tile], 0;
    bar.sync 0;
    mov.u32 %r5, %clock;
    again: mov.u32 %r6, %clock;
    sub.u32 %r7, %r6, %r5;
    shr.u32 %r8, %r7, 2;
    setp.gt.u32 %p3, %r7, 4000;
    @%p3 nanosleep.u32 %r8;
    ld.volatile.shared.u32 %r2, [tile];
    setp.eq.u32 %p2, %r2, 0;
    @%p2 bra again;
    ret;)";
  for (const std::uint32_t threads : {1u, 256u}) {
    const trace::Trace trace = trace_of_text(body, {1, 1, 1}, {threads, 1, 1});
    EXPECT_THAT(kinds(trace), Contains(FindingKind::deadlock));
  }
}

TEST(Clocks, TimeOnlyGoesForwardAndIsTheSameForEveryNumberOfHostThreads) {
  const std::string body = R"(
    mov.u64 %rd5, %clock64;
    mov.u32 %r3, %ctaid.x;
    mul.wide.u32 %rd3, %r3, 8;
    add.u64 %rd4, %rd1, %rd3;
    mov.u64 %rd6, %clock64;
    sub.u64 %rd7, %rd6, %rd5;
    st.global.u64 [%rd4], %rd7;
    add.u64 %rd4, %rd2, %rd3;
    st.global.u64 [%rd4], %rd6;
    ret;)";
  std::vector<std::vector<std::int64_t>> read;
  for (const unsigned threads : {1u, 2u, 5u}) {
    Machine machine(parse_text(kernel_text(body)));
    machine.options.threads = threads;
    const std::size_t passed = machine.buffer("out", std::vector<std::int64_t>(40));
    const std::size_t now = machine.buffer("in", std::vector<std::int64_t>(40));
    machine.trace_of({40, 1, 1}, {32, 1, 1});
    EXPECT_THAT(machine.values<std::int64_t>(passed), Each(4));
    read.push_back(machine.values<std::int64_t>(now));
  }
  EXPECT_THAT(read, Each(read[0]));
}

}  // namespace
}  // namespace warplens::machine
