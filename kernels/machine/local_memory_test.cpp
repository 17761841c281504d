// Local variables of calls: each call has its own, as C promises of its variables.
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::Each;
using testing::IsEmpty;

// f(depth) keeps depth in a local variable over a call of f(depth - 1), and hands back its own
// times ten plus what that call handed back.
constexpr const char* kNested = R"(
.visible .func (.param .b32 result) f(.param .b32 depth)
{
  .local .align 4 .b8 kept[12];
  .reg .pred %p<2>; .reg .b32 %r<8>; .reg .b64 %rd<4>;
  ld.param.u32 %r1, [depth];
  mov.u64 %rd1, kept;
  cvta.local.u64 %rd2, %rd1;
  st.u32 [%rd2+8], %r1;
  mov.u32 %r2, 0;
  setp.eq.s32 %p1, %r1, 0;
  @%p1 bra DONE;
  sub.s32 %r3, %r1, 1;
  {
  .param .b32 param0;
  st.param.b32 [param0], %r3;
  .param .b32 retval0;
  call.uni (retval0), f, (param0);
  ld.param.b32 %r2, [retval0];
  }
DONE:
  ld.local.u32 %r4, [kept+8];
  mad.lo.s32 %r5, %r2, 10, %r4;
  st.param.b32 [result], %r5;
  ret;
}
)";

TEST(LocalMemory, ACallLeavesItsCallersVariablesAlone) {
  Machine machine(parse_text(kernel_text(R"(
    and.b32 %r2, %r1, 3;
    {
    .param .b32 param0;
    st.param.b32 [param0], %r2;
    .param .b32 retval0;
    call.uni (retval0), f, (param0);
    ld.param.b32 %r3, [retval0];
    }
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd4, %rd1, %rd3;
    st.global.u32 [%rd4], %r3;
    ret;)",
                                         kNested)));
  const std::size_t out = machine.buffer("out", zeros(32));
  machine.buffer("in", zeros(1));
  EXPECT_THAT(machine.trace_of({1}, {32}).findings, IsEmpty());
  const std::vector<std::int32_t> expected{0, 1, 12, 123};
  for (std::size_t t = 0; t < 32; ++t) EXPECT_EQ(machine.values(out)[t], expected[t % 4]) << t;
}

TEST(LocalMemory, ACallsVariablesAreAlignedAsTheyAsk) {
  Machine machine(parse_text(kernel_text(R"(
    .local .align 4 .b8 mine[20];
    {
    .param .b32 retval0;
    call.uni (retval0), low_bits, ();
    ld.param.b32 %r2, [retval0];
    }
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd4, %rd1, %rd3;
    st.global.u32 [%rd4], %r2;
    ret;)",
                                         R"(
.visible .func (.param .b32 result) low_bits()
{
  .local .align 64 .b8 aligned[64];
  .reg .b32 %r<4>; .reg .b64 %rd<4>;
  mov.u64 %rd1, aligned;
  cvt.u32.u64 %r1, %rd1;
  and.b32 %r2, %r1, 63;
  st.param.b32 [result], %r2;
  ret;
}
)")));
  const std::size_t out = machine.buffer("out", std::vector<std::int32_t>(32, -1));
  machine.buffer("in", zeros(1));
  EXPECT_THAT(machine.trace_of({1}, {32}).findings, IsEmpty());
  EXPECT_THAT(machine.values(out), Each(0));
}

constexpr const char* kArray = R"(
  .local .align 4 .b8 mine[16];
  and.b32 %r2, %r1, 3;
  mul.wide.u32 %rd3, %r2, 4;
  mov.u64 %rd4, mine;
  add.s64 %rd5, %rd4, %rd3;
  mul.wide.u32 %rd20, %r1, 8;
  add.s64 %rd20, %rd1, %rd20;
)";

std::vector<trace::Finding> findings_in_local_memory(const std::string& body) {
  Machine machine(parse_text(kernel_text(kArray + body + "\nret;", kNested)));
  machine.buffer("out", zeros(64));
  machine.buffer("in", zeros(1));
  return machine.trace_of({1}, {32}).findings;
}

TEST(LocalMemory, WhatAThreadHasNotWrittenIsAFindingWhereItIsUsed) {
  const std::string read = "st.local.u32 [mine+4], 1;\nld.local.u32 %r3, [%rd5];\n";
  const auto findings = findings_in_local_memory(read + "st.global.u32 [%rd20], %r3;");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, trace::FindingKind::uninitialized_read);
  EXPECT_EQ(findings[0].about, "mine");
  EXPECT_EQ(findings[0].lane, 0u);
  EXPECT_EQ(findings[0].occurrences, 24u);
  EXPECT_THAT(findings[0].message.in(Language::en),
              testing::HasSubstr("reads 4 bytes at byte 0 of mine"));
  EXPECT_THAT(findings_in_local_memory(read), IsEmpty());
  EXPECT_THAT(
      findings_in_local_memory(read + "setp.eq.u32 %p1, %r2, 1;\n@%p1 st.global.u32 [%rd20], %r3;"),
      IsEmpty());
}

TEST(LocalMemory, AThreadsWritesAreItsOwn) {
  const auto findings = findings_in_local_memory(
      "setp.eq.u32 %p1, %r1, 0;\n@%p1 st.local.u32 [mine], 1;\n"
      "ld.local.u32 %r3, [mine];\nst.global.u32 [%rd20], %r3;");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].lane, 1u);
  EXPECT_EQ(findings[0].occurrences, 31u);
}

TEST(LocalMemory, GenericAddressesAndPaddingAreWrittenAndRead) {
  EXPECT_THAT(
      findings_in_local_memory("cvta.local.u64 %rd6, %rd4;\nst.u32 [%rd6+8], %r1;\n"
                               "ld.local.u64 %rd7, [mine+8];\nst.global.u64 [%rd20], %rd7;"),
      IsEmpty());
}

// What the call before left in the same place is not the next one's.
TEST(LocalMemory, ANewCallsVariablesHoldNothing) {
  const std::string function = R"(
.visible .func (.param .b32 result) twice(.param .b32 writes)
{
  .local .align 4 .b8 own[4];
  .reg .pred %p<2>; .reg .b32 %r<4>;
  ld.param.u32 %r1, [writes];
  setp.ne.u32 %p1, %r1, 0;
  @%p1 st.local.u32 [own], %r1;
  ld.local.u32 %r2, [own];
  st.param.b32 [result], %r2;
  ret;
}
)";
  const auto call = [](const std::string& writes) {
    return "{\n.param .b32 p; st.param.b32 [p], " + writes +
           ";\n.param .b32 r;\ncall.uni (r), twice, (p);\nld.param.b32 %r3, [r];\n}\n"
           "st.global.u32 [%rd20], %r3;\n";
  };
  for (const std::string second : {"1", "0"}) {
    Machine machine(
        parse_text(kernel_text("mul.wide.u32 %rd20, %r1, 4; add.s64 %rd20, %rd1, %rd20;\n"
                               "mov.u32 %r4, 1;\nmov.u32 %r5, " +
                                   second + ";\n" + call("%r4") + call("%r5") + "ret;",
                               function)));
    machine.buffer("out", zeros(32));
    machine.buffer("in", zeros(1));
    EXPECT_EQ(machine.trace_of({1}, {32}).findings.size(), second == "0" ? 1u : 0u);
  }
}

// Thread 0's address of its `mine`, to which every thread has written its own number.
constexpr const char* kPublished = R"(
  st.local.u32 [mine], %r1;
  cvta.local.u64 %rd6, %rd4;
  setp.eq.u32 %p1, %r1, 0;
  @%p1 st.shared.u64 [tile], %rd6;
  bar.sync 0;
  ld.shared.u64 %rd7, [tile];
  mul.wide.u32 %rd8, %r1, 4; add.s64 %rd8, %rd1, %rd8;
)";

TEST(LocalMemory, AnotherThreadsAddressNamesTheReadersOwn) {
  Machine machine(parse_text(kernel_text(std::string(kArray) + kPublished +
                                         "ld.u32 %r5, [%rd7];\nst.global.u32 [%rd8], %r5;\nret;")));
  const std::size_t out = machine.buffer("out", zeros(32));
  machine.buffer("in", zeros(1));
  const trace::Trace trace = machine.trace_of({1}, {32});
  ASSERT_EQ(trace.findings.size(), 1u);
  EXPECT_EQ(trace.findings[0].kind, trace::FindingKind::foreign_local);
  EXPECT_EQ(trace.findings[0].severity, trace::Severity::warning);
  EXPECT_EQ(trace.findings[0].lane, 1u);
  EXPECT_EQ(trace.findings[0].occurrences, 31u);
  EXPECT_THAT(trace.findings[0].message.in(Language::en),
              testing::HasSubstr("reads 4 bytes through a pointer to thread 0's local memory"));
  for (std::int32_t t = 0; t < 32; ++t) EXPECT_EQ(machine.values(out)[std::size_t(t)], t);
}

TEST(LocalMemory, AnAddressThatOthersOnlyHoldIsNoFinding) {
  EXPECT_THAT(findings_in_local_memory(std::string(kPublished) +
                                       "cvta.to.local.u64 %rd9, %rd6;\nld.local.u32 %r5, [%rd9];\n"
                                       "isspacep.local %p2, %rd7;\n@%p2 ld.u32 %r6, [%rd6];\n"
                                       "st.global.u64 [%rd20], %rd7;"),
              IsEmpty());
}

}  // namespace
}  // namespace warplens::machine
