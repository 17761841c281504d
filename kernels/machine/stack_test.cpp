// alloca, stacksave and stackrestore: local memory that a thread takes while it runs.
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using trace::FindingKind;

class Stack : public testing::Test {
 protected:
  trace::Trace trace_of(const std::string& body, const std::string& declarations = "",
                        Dim3 block = {32}) {
    Machine machine(parse_text(kernel_text(kElementsOfThread + body, declarations)));
    const std::size_t out = machine.buffer("out", zeros(block.x));
    machine.buffer("in", zeros(1));
    trace::Trace trace = machine.trace_of({1}, block);
    out_ = machine.values(out);
    return trace;
  }
  static std::string only_message(const trace::Trace& trace) {
    if (trace.findings.size() != 1) return std::to_string(trace.findings.size()) + " findings";
    return trace.findings[0].message.in(Language::en);
  }

  std::vector<std::int32_t> out_;
};

// Each thread takes (t % 4 + 1) words and writes its number into all of them.
constexpr const char* kWordsOfThread = R"(
  and.b32 %r2, %r1, 3; add.s32 %r2, %r2, 1; mul.wide.u32 %rd6, %r2, 4;
  alloca.u64 %rd7, %rd6, 16;
  mov.u32 %r3, 0; mov.u64 %rd8, %rd7;
FILL: st.local.u32 [%rd8], %r1; add.s64 %rd8, %rd8, 4; add.s32 %r3, %r3, 1;
  setp.lt.u32 %p1, %r3, %r2; @%p1 bra FILL;
)";

TEST_F(Stack, EachThreadTakesAsMuchAsItAsksFor) {
  const trace::Trace trace = trace_of(std::string(kWordsOfThread) + R"(
    cvta.local.u64 %rd9, %rd7; ld.u32 %r4, [%rd9]; st.global.u32 [%rd3], %r4; ret;)");
  EXPECT_THAT(trace.findings, IsEmpty());
  EXPECT_EQ(out_, iota(32));
}

TEST_F(Stack, AccessesAreEventsOfLocalMemory) {
  const trace::Trace trace = trace_of("alloca.u32 %r2, 8; st.local.u32 [%r2+4], %r1; ret;");
  ASSERT_EQ(trace.events.size(), 1u);
  EXPECT_EQ(trace.sites[0].space, trace::Space::local);
}

TEST_F(Stack, EndsWhereTheThreadsOwnPartEnds) {
  const trace::Trace trace = trace_of(
      std::string(kWordsOfThread) + "ld.local.u32 %r4, [%rd7+12]; st.global.u32 [%rd3], %r4; ret;");
  ASSERT_THAT(kinds(trace), ElementsAre(FindingKind::out_of_bounds));
  EXPECT_EQ(trace.findings[0].occurrences, 24u);  // but for every fourth thread
  EXPECT_THAT(only_message(trace), HasSubstr("local memory"));
}

TEST_F(Stack, WhatIsTakenBeginsUnset) {
  const trace::Trace trace = trace_of(
      "alloca.u64 %rd6, 8; st.local.u32 [%rd6], %r1; ld.local.u32 %r2, [%rd6+4];"
      "st.global.u32 [%rd3], %r2; ret;");
  EXPECT_THAT(kinds(trace), ElementsAre(FindingKind::uninitialized_read));
}

TEST_F(Stack, IsAlignedAsItIsAskedAndTo8BytesWhereItIsNot) {
  const trace::Trace trace = trace_of(R"(
    .local .align 1 .b8 odd[1]; mov.u64 %rd5, odd; st.local.u8 [%rd5], %h1;
    alloca.u32 %r2, 3; alloca.u32 %r3, 3; alloca.u32 %r4, 1, 64; alloca.u32 %r5, 1, 64;
    and.b32 %r6, %r2, 7; and.b32 %r7, %r3, 7; and.b32 %r8, %r4, 63; sub.u32 %r9, %r5, %r4;
    add.u32 %r6, %r6, %r7; add.u32 %r6, %r6, %r8; add.u32 %r6, %r6, %r9;
    st.global.u32 [%rd3], %r6; ret;)");
  EXPECT_THAT(trace.findings, IsEmpty());
  EXPECT_THAT(out_, testing::Each(64));
}

TEST_F(Stack, RestoringItGivesBackWhatWasTakenSince) {
  const trace::Trace trace = trace_of(R"(
    stacksave.u64 %rd5; mov.u32 %r2, 0;
  AGAIN: alloca.u64 %rd6, 4096; st.local.u32 [%rd6+4092], %r1; stackrestore.u64 %rd5;
    add.s32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 1000; @%p1 bra AGAIN;
    st.global.u32 [%rd3], %r2; ret;)");
  EXPECT_THAT(trace.findings, IsEmpty());
  EXPECT_THAT(out_, testing::Each(1000));
  const trace::Trace used = trace_of(R"(
    stacksave.u64 %rd5; alloca.u64 %rd6, 16; st.local.u32 [%rd6], %r1; stackrestore.u64 %rd5;
    ld.local.u32 %r2, [%rd6]; st.global.u32 [%rd3], %r2; ret;)");
  EXPECT_THAT(kinds(used), ElementsAre(FindingKind::out_of_bounds));
}

TEST_F(Stack, WhatIsTakenTwiceIsUnsetTheSecondTimeToo) {
  const trace::Trace trace = trace_of(R"(
    stacksave.u64 %rd5; alloca.u64 %rd6, 16; st.local.u32 [%rd6], %r1; stackrestore.u64 %rd5;
    alloca.u64 %rd6, 16; ld.local.u32 %r2, [%rd6]; st.global.u32 [%rd3], %r2; ret;)");
  EXPECT_THAT(kinds(trace), ElementsAre(FindingKind::uninitialized_read));
}

TEST_F(Stack, IsFullAt512KiBOfAThread) {
  const trace::Trace trace =
      trace_of("GROW: alloca.u64 %rd6, 65536; st.local.u32 [%rd6], %r1; bra GROW;");
  EXPECT_THAT(kinds(trace), ElementsAre(FindingKind::stack_overflow));
  EXPECT_THAT(only_message(trace), HasSubstr("alloca of 65536 bytes"));
  const trace::Trace huge = trace_of("alloca.u64 %rd6, 0xffffffffffffffff; ret;");
  EXPECT_THAT(kinds(huge), ElementsAre(FindingKind::stack_overflow));
}

TEST_F(Stack, IsRestoredToNothingThatWasNotSaved) {
  const trace::Trace trace = trace_of("stackrestore.u64 4096; ret;");
  EXPECT_THAT(kinds(trace), ElementsAre(FindingKind::stack_overflow));
  EXPECT_THAT(only_message(trace), HasSubstr("stackrestore to 4096"));
}

// f(p) writes 5 into a variable of its own and *p.
constexpr const char* kCallee = R"(
.visible .func f(.param .b64 p)
{
  .local .align 4 .b8 own[64];
  .reg .b32 %r<3>; .reg .b64 %rd<3>;
  ld.param.u64 %rd1, [p];
  mov.u64 %rd2, own; mov.u32 %r1, 5; st.local.u32 [%rd2], %r1; ld.local.u32 %r2, [%rd2];
  st.u32 [%rd1], %r2;
  ret;
}
)";

TEST_F(Stack, ACallsVariablesLieBehindWhatItsCallerHasTaken) {
  const trace::Trace trace = trace_of(std::string(kWordsOfThread) + R"(
    alloca.u64 %rd12, 4; cvta.local.u64 %rd9, %rd12;
    { .param .b64 a; st.param.b64 [a], %rd9; call.uni f, (a); }
    ld.local.u32 %r5, [%rd12]; ld.local.u32 %r6, [%rd7]; mad.lo.s32 %r5, %r6, 10, %r5;
    st.global.u32 [%rd3], %r5; ret;)",
                                      kCallee);
  EXPECT_THAT(trace.findings, IsEmpty());
  for (std::size_t t = 0; t < out_.size(); ++t) {
    EXPECT_EQ(out_[t], static_cast<std::int32_t>(t) * 10 + 5) << t;
  }
}

TEST_F(Stack, WhatACallTookIsGivenBackWhenItReturns) {
  const trace::Trace trace = trace_of(R"(
    mov.u32 %r2, 0;
  AGAIN: { call.uni g, (); }
    add.s32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 100; @%p1 bra AGAIN;
    st.global.u32 [%rd3], %r2; ret;)",
                                      R"(
.visible .func g()
{
  .reg .b32 %r<3>; .reg .b64 %rd<3>;
  mov.u32 %r1, 1; alloca.u64 %rd1, 65536; st.local.u32 [%rd1], %r1;
  ret;
}
)");
  EXPECT_THAT(trace.findings, IsEmpty());
  EXPECT_THAT(out_, testing::Each(100));
}

}  // namespace
}  // namespace warplens::machine
