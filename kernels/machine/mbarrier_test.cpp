// mbarriers: phases, parity, transaction bytes, and the order that they give.
#include "kernels/machine/machine_test_kit.h"
#include "kernels/machine/program/mbarrier_state.h"

namespace warplens::machine {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(Mbarrier, StateSurvivesItsBits) {
  for (const std::int32_t bytes : {0, 1, -1, 1 << 20, -(1 << 20)}) {
    for (const bool phase : {false, true}) {
      const MbarrierState state{12, 1000, bytes, phase};
      const MbarrierState copy = MbarrierState::from_bits(state.bits());
      EXPECT_EQ(copy.pending, 12u);
      EXPECT_EQ(copy.expected, 1000u);
      EXPECT_EQ(copy.bytes, bytes);
      EXPECT_EQ(copy.phase, phase);
    }
  }
}

// Two warps write, meet at an mbarrier, and read what the other wrote.
std::string exchange(const std::string& wait) {
  return kernel_text(R"(
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra ready;
    mbarrier.init.shared.b64 [tile], 64;
    ready: bar.sync 0;
    shl.b32 %r3, %r1, 2;
    mov.u32 %r2, tile;
    add.u32 %r4, %r2, %r3;
    st.shared.u32 [%r4+16], %r1;
    mbarrier.arrive.shared.b64 %rd5, [tile];
    )" + wait + R"(
    xor.b32 %r5, %r3, 128;
    add.u32 %r6, %r2, %r5;
    ld.shared.u32 %r7, [%r6+16];
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd4, %rd1, %rd3;
    st.global.u32 [%rd4], %r7;
    ret;)");
}

TEST(Mbarrier, WaitingForThePhaseOrdersSharedMemory) {
  for (const std::string wait :
       {"again: mbarrier.test_wait.shared.b64 %p2, [tile], %rd5; @!%p2 bra again;",
        "again: mbarrier.try_wait.parity.shared::cta.b64 %p2, [tile], 0, 100; @!%p2 bra again;"}) {
    Machine machine(parse_text(exchange(wait)));
    machine.options.instruction_budget = 1 << 20;
    const std::size_t out = machine.buffer("out", zeros(64));
    machine.buffer("in", zeros(1));
    EXPECT_THAT(machine.trace_of({1, 1, 1}, {64, 1, 1}).findings, IsEmpty());
    for (std::int32_t t = 0; t < 64; ++t) EXPECT_EQ(machine.values(out)[t], t ^ 32);
  }
}

TEST(Mbarrier, WithoutTheWaitItIsARace) {
  Machine machine(parse_text(exchange("")));
  machine.buffer("out", zeros(64));
  machine.buffer("in", zeros(1));
  EXPECT_THAT(kinds(machine.trace_of({1, 1, 1}, {64, 1, 1})), Contains(trace::FindingKind::race));
}

trace::Trace trace_of_thread(const std::string& body) {
  Machine machine(parse_text(kernel_text(body + "\nret;")));
  machine.buffer("out", zeros(1));
  machine.buffer("in", zeros(1));
  return machine.trace_of({1, 1, 1}, {1, 1, 1});
}

TEST(Mbarrier, UsesThatItDoesNotTakeAreFindingsThatNameIt) {
  const std::string init = "mbarrier.init.shared.b64 [tile+16], 1;\n";
  const std::string arrive = "mbarrier.arrive.shared.b64 %rd5, [tile+16];\n";
  const std::pair<std::string, std::string> cases[] = {
      {"mbarrier.init.shared.b64 [tile+16], 0;", "for 0 arrivals"},
      {arrive, "no mbarrier.init has set up"},
      {init + "mbarrier.inval.shared.b64 [tile+16];\n" + arrive, "no mbarrier.init has set up"},
      {init + "mbarrier.arrive.shared.b64 %rd5, [tile+16], 2;", "waits for only 1 more"},
      {init + "st.shared.u32 [tile+16], 5;\n" + arrive, "something else has been written"},
      {init + "mbarrier.arrive.expect_tx.shared.b64 %rd5, [tile+16], 8;\n" + arrive,
       "waits for only 0 more"}};
  for (const auto& [body, text] : cases) {
    const trace::Trace trace = trace_of_thread(body);
    ASSERT_THAT(kinds(trace), ElementsAre(trace::FindingKind::bad_mbarrier)) << body;
    EXPECT_THAT(trace.findings[0].message.in(Language::en), testing::HasSubstr(text));
    EXPECT_THAT(trace.findings[0].message.in(Language::en), testing::HasSubstr("byte 16 of tile"));
  }
  EXPECT_THAT(trace_of_thread(init + arrive + arrive).findings, IsEmpty()) << "a phase each";
  EXPECT_THAT(trace_of_thread(init + "st.shared.u32 [tile+16], 5;\n" + init + arrive).findings,
              IsEmpty())
      << "set up anew";
}

TEST(Mbarrier, AWaitForBytesThatNeverComeSaysWhatIsMissing) {
  const trace::Trace trace = trace_of_thread(R"(
    mbarrier.init.shared.b64 [tile+16], 1;
    mbarrier.arrive.expect_tx.shared.b64 %rd5, [tile+16], 48;
    again: mbarrier.try_wait.shared.b64 %p1, [tile+16], %rd5;
    @!%p1 bra again;)");
  ASSERT_THAT(kinds(trace), ElementsAre(trace::FindingKind::deadlock));
  EXPECT_THAT(trace.findings[0].message.in(Language::en),
              testing::HasSubstr("of its phase's 1 arrivals 0 and 48 bytes are missing"));
}

TEST(Mbarrier, AWaitForThePhaseBehindTheLastSaysThatThisIsOver) {
  const std::string once =
      "mbarrier.init.shared.b64 [tile+16], 1;\nmbarrier.arrive.shared.b64 %rd5, [tile+16];\n"
      "again: mbarrier.try_wait.parity.shared.b64 %p1, [tile+16], ";
  const trace::Trace wrong = trace_of_thread(once + "1;\n@!%p1 bra again;");
  ASSERT_THAT(kinds(wrong), ElementsAre(trace::FindingKind::deadlock));
  EXPECT_THAT(wrong.findings[0].message.in(Language::en),
              testing::HasSubstr("the phase of parity 0 is over, and of the next one"));
  EXPECT_THAT(trace_of_thread(once + "0;\n@!%p1 bra again;").findings, IsEmpty());
}

TEST(Mbarrier, PhaseWaitsForItsBytes) {
  Machine machine(parse_text(kernel_text(R"(
    mbarrier.init.shared.b64 [tile], 1;
    mbarrier.arrive.expect_tx.shared.b64 %rd5, [tile], 48;
    mbarrier.test_wait.shared.b64 %p1, [tile], %rd5;
    selp.u32 %r2, 1, 0, %p1;
    st.global.u32 [%rd1], %r2;
    mbarrier.complete_tx.shared.b64 [tile], 48;
    mbarrier.test_wait.shared.b64 %p1, [tile], %rd5;
    selp.u32 %r2, 1, 0, %p1;
    st.global.u32 [%rd1+4], %r2;
    mbarrier.pending_count.b64 %r3, %rd5;
    st.global.u32 [%rd1+8], %r3;
    ret;)")));
  const std::size_t out = machine.buffer("out", zeros(3));
  machine.buffer("in", zeros(1));
  EXPECT_THAT(machine.trace_of({1, 1, 1}, {1, 1, 1}).findings, IsEmpty());
  EXPECT_THAT(machine.values(out), ElementsAre(0, 1, 1));
}

TEST(Mbarrier, AsyncCopiesArriveWithTheirThread) {
  Machine machine(parse_text(kernel_text(R"(
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra ready;
    mbarrier.init.shared.b64 [tile], 64;
    ready: bar.sync 0;
    shl.b32 %r3, %r1, 2;
    mov.u32 %r2, tile;
    add.u32 %r4, %r2, %r3;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd6, %rd2, %rd3;
    cp.async.ca.shared.global [%r4+16], [%rd6], 4;
    cp.async.mbarrier.arrive.noinc.shared.b64 [tile];
    again: mbarrier.test_wait.parity.shared.b64 %p2, [tile], 0;
    @!%p2 bra again;
    xor.b32 %r5, %r3, 128;
    add.u32 %r6, %r2, %r5;
    ld.shared.u32 %r7, [%r6+16];
    add.s64 %rd4, %rd1, %rd3;
    st.global.u32 [%rd4], %r7;
    ret;)")));
  machine.options.instruction_budget = 1 << 20;
  const std::size_t out = machine.buffer("out", zeros(64));
  machine.buffer("in", iota(64));
  EXPECT_THAT(machine.trace_of({1, 1, 1}, {64, 1, 1}).findings, IsEmpty());
  for (std::int32_t t = 0; t < 64; ++t) EXPECT_EQ(machine.values(out)[t], t ^ 32);
}

// The producer also waits for its copies by itself, before anyone asks the mbarrier.
TEST(Mbarrier, CopiesThatTheirThreadHasWaitedForAreOrderedForWhoWaitsThereAsWell) {
  Machine machine(parse_text(kernel_text(R"(
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra ready;
    mbarrier.init.shared.b64 [tile], 32;
    ready: bar.sync 0;
    and.b32 %r8, %r1, 31;
    shl.b32 %r3, %r8, 2;
    mov.u32 %r2, tile;
    add.u32 %r4, %r2, %r3;
    mul.wide.u32 %rd3, %r8, 4;
    add.s64 %rd6, %rd2, %rd3;
    setp.gt.u32 %p1, %r1, 31;
    @%p1 bra reader;
    cp.async.ca.shared.global [%r4+16], [%rd6], 4;
    cp.async.mbarrier.arrive.noinc.shared.b64 [tile];
    cp.async.wait_all;
    ld.shared.u32 %r7, [%r4+16];
    add.s64 %rd4, %rd1, %rd3;
    st.global.u32 [%rd4], %r7;
    ret;
    reader:
    mbarrier.test_wait.parity.shared.b64 %p2, [tile], 0;
    @!%p2 bra reader;
    ld.shared.u32 %r7, [%r4+16];
    add.s64 %rd4, %rd1, %rd3;
    st.global.u32 [%rd4+128], %r7;
    ret;)")));
  machine.options.instruction_budget = 1 << 20;
  const std::size_t out = machine.buffer("out", zeros(64));
  machine.buffer("in", iota(32));
  EXPECT_THAT(machine.trace_of({1, 1, 1}, {64, 1, 1}).findings, IsEmpty());
  for (std::int32_t t = 0; t < 64; ++t) EXPECT_EQ(machine.values(out)[t], t % 32);
}

}  // namespace
}  // namespace warplens::machine
