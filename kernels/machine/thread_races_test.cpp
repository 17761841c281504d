// Races of one block's threads with each other on global memory.
#include "kernels/base/all_tests.h"
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using trace::FindingKind;

// %rd3: the thread's element of out, %rd4: that of the thread 32 beside it; %p1: thread 0.
constexpr const char* kElements = R"(
  mul.wide.u32 %rd5, %r1, 4;
  add.s64 %rd3, %rd1, %rd5;
  xor.b32 %r12, %r1, 32;
  mul.wide.u32 %rd5, %r12, 4;
  add.s64 %rd4, %rd1, %rd5;
  setp.eq.u32 %p1, %r1, 0;
)";
constexpr const char* kWrite = R"(
  .loc 1 4 0
  st.global.u32 [%rd3], %r1;
)";
constexpr const char* kReadOther = R"(
  .loc 1 5 0
  ld.global.u32 %r2, [%rd4];
  add.s64 %rd6, %rd3, 1024;
  st.global.u32 [%rd6], %r2;
  ret;)";
constexpr const char* kPlainSum = R"(
  .loc 1 4 0
  ld.global.u32 %r2, [%rd1];
  add.u32 %r2, %r2, %r1;
  .loc 1 5 0
  st.global.u32 [%rd1], %r2;
  ret;)";

Machine racing_machine(const std::string& body) {
  Machine machine(parse_text(kernel_text(kElements + body, ".file 1 \"k.cu\"\n")));
  machine.buffer("out", zeros(1024));
  machine.buffer("in", zeros(1));
  return machine;
}

trace::Trace trace_of(const std::string& body, Dim3 grid = {1}, Dim3 block = {64}) {
  return racing_machine(body).trace_of(grid, block);
}

std::vector<std::string> messages(const trace::Trace& trace) {
  std::vector<std::string> all;
  for (const trace::Finding& finding : trace.findings)
    all.push_back(finding.message.in(Language::en));
  return all;
}

TEST(ThreadRaces, OfWarpsThatExchangeWithoutABarrierNameBothLines) {
  const trace::Trace trace = trace_of(std::string(kWrite) + kReadOther);
  EXPECT_THAT(kinds(trace), Each(FindingKind::race));
  EXPECT_THAT(messages(trace),
              ElementsAre("k.cu:4: block (0, 0, 0) warp 1 lane 0: writes byte 128 of out, which "
                          "thread 0 reads at k.cu:5 with nothing in between to order them"));
}

TEST(ThreadRaces, AreNoneBehindABarrier) {
  const trace::Trace trace = trace_of(std::string(kWrite) + "bar.sync 0;" + kReadOther);
  EXPECT_THAT(trace.findings, IsEmpty());
}

TEST(ThreadRaces, AreNoneBehindABarrierOfSomeWarpsThatAllCountFor) {
  const trace::Trace trace = trace_of(std::string(kWrite) + "bar.sync 1, 64;" + kReadOther);
  EXPECT_THAT(trace.findings, IsEmpty());
}

TEST(ThreadRaces, OfASumAreFoundBetweenWarpsAndBetweenLanesOfOne) {
  EXPECT_THAT(kinds(trace_of(kPlainSum)), Contains(FindingKind::race));
  EXPECT_THAT(kinds(trace_of(kPlainSum, {1}, {32})), Contains(FindingKind::race));
  EXPECT_THAT(kinds(trace_of(kPlainSum, {1}, {1})), IsEmpty());
}

TEST(ThreadRaces, AreFoundInEveryBlockOfALaunch) {
  const std::string own_of_block = R"(
    mov.u32 %r10, %ctaid.x;
    mul.wide.u32 %rd5, %r10, 128;
    add.s64 %rd3, %rd3, %rd5;
    add.s64 %rd4, %rd4, %rd5;
    st.global.u32 [%rd3], %r1;
    ld.global.u32 %r2, [%rd4];
    st.global.u32 [%rd3], %r2;
    ret;)";
  const trace::Trace trace = trace_of(own_of_block, {2}, {64});
  ASSERT_THAT(kinds(trace), Contains(FindingKind::race));
}

TEST(ThreadRaces, OfAnAtomicWithAPlainReadAreFound) {
  const trace::Trace trace = trace_of(R"(
    setp.gt.u32 %p2, %r1, 31;
    @%p2 bra reader;
    .loc 1 4 0
    red.global.add.u32 [%rd1], 1;
    ret;
    reader:
    .loc 1 5 0
    ld.global.u32 %r2, [%rd1];
    st.global.u32 [%rd3], %r2;
    ret;)");
  EXPECT_THAT(kinds(trace), ElementsAre(FindingKind::race));
  EXPECT_THAT(messages(trace), Each(HasSubstr("atomically updates at k.cu:4")));
}

TEST(ThreadRaces, ThatWriteTheSameValueAreInformation) {
  const trace::Trace trace = trace_of("st.global.u32 [%rd1], 1; ret;");
  ASSERT_THAT(kinds(trace), Each(FindingKind::same_value_race));
  EXPECT_EQ(trace.findings.front().severity, trace::Severity::information);
}

constexpr const char* kSwap = R"(
    mov.u32 %r9, %r2;
    add.u32 %r10, %r9, 1;
    add.s64 %rd7, %rd1, 0;
    atom.global.cas.b32 %r11, [%rd7], %r9, %r10;
    setp.ne.u32 %p2, %r11, %r9;
    @%p2 st.global.u32 [%rd3+1024], %r11;)";

TEST(ThreadRaces, AreNotOfAReadThatTheCompareAndSwapLooksAt) {
  const std::string guess = "ld.global.u32 %r2, [%rd1];";
  EXPECT_THAT(trace_of(guess + kSwap + "ret;").findings, IsEmpty());
  const std::string read_again = "ld.global.u32 %r4, [%rd1]; st.global.u32 [%rd3+2048], %r4; ret;";
  EXPECT_THAT(kinds(trace_of(guess + kSwap + read_again)), Contains(FindingKind::race));
}

// The neighbour's element is read, and written by the neighbour.
TEST(ThreadRaces, AreNoneWithAWriteOfWhoHasGotTheReadsValue) {
  const std::string read = R"(
    xor.b32 %r12, %r1, 1;
    mul.wide.u32 %rd5, %r12, 4;
    add.s64 %rd4, %rd1, %rd5;
    ld.global.u32 %r2, [%rd4];)";
  const std::string write = "st.global.u32 [%rd3], %r3; st.global.u32 [%rd3+2048], %r2; ret;";
  EXPECT_THAT(kinds(trace_of(read + "mov.u32 %r3, %r1;" + write)), ElementsAre(FindingKind::race));
  EXPECT_THAT(
      trace_of(read + "shfl.sync.bfly.b32 %r3|%p3, %r2, 1, 31, 0xffffffff;" + write).findings,
      IsEmpty());
}

TEST(ThreadRaces, AreOfNoLoadWhoseValueNobodyUses) {
  EXPECT_THAT(trace_of(std::string(kWrite) + "ld.global.u32 %r2, [%rd4]; ret;").findings,
              IsEmpty());
}

// What right kernels do.
TEST(ThreadRaces, AreNoneWhereEachThreadKeepsToItsOwn) {
  EXPECT_THAT(trace_of(R"(
    ld.global.u32 %r2, [%rd3];
    add.u32 %r2, %r2, 1;
    st.global.u32 [%rd3], %r2;
    ld.global.u32 %r3, [%rd3];
    ret;)",
                       {1}, {96})
                  .findings,
              IsEmpty());
  EXPECT_THAT(trace_of(R"(
    mul.wide.u32 %rd5, %r1, 16;
    add.s64 %rd3, %rd1, %rd5;
    mov.u32 %r9, 4;
    again:
    ld.global.u32 %r2, [%rd3];
    st.global.u32 [%rd3], %r2;
    add.s64 %rd3, %rd3, 4;
    sub.u32 %r9, %r9, 1;
    setp.ne.u32 %p2, %r9, 0;
    @%p2 bra again;
    ret;)")
                  .findings,
              IsEmpty());
}

TEST(ThreadRaces, AreNoneOfAtomicsAlone) {
  EXPECT_THAT(
      trace_of("atom.global.add.u32 %r2, [%rd1], 1; red.global.add.u32 [%rd1], %r2; ret;").findings,
      IsEmpty());
}

TEST(ThreadRaces, AreNoneWhereLanesMeetInBetween) {
  const std::string neighbour = R"(
    xor.b32 %r12, %r1, 1;
    mul.wide.u32 %rd5, %r12, 4;
    add.s64 %rd4, %rd1, %rd5;
  )";
  EXPECT_THAT(trace_of(neighbour + kWrite + "bar.warp.sync -1;" + kReadOther).findings, IsEmpty());
  EXPECT_THAT(kinds(trace_of(neighbour + kWrite + kReadOther)), Contains(FindingKind::race));
}

TEST(ThreadRaces, AreNoneBehindAFlagWithFences) {
  const auto trace_with = [](const std::string& fence) {
    return trace_of(R"(
      setp.gt.u32 %p2, %r1, 31;
      @%p2 bra reader;
      @!%p1 ret;
      .loc 1 4 0
      st.global.u32 [%rd1], 7;
      )" + fence + R"(
      st.volatile.global.u32 [%rd1+4], 1;
      ret;
      reader:
      setp.ne.u32 %p3, %r1, 32;
      @%p3 ret;
      again: ld.volatile.global.u32 %r2, [%rd1+4];
      setp.eq.u32 %p3, %r2, 0;
      @%p3 bra again;
      )" + fence + R"(
      .loc 1 5 0
      ld.global.u32 %r3, [%rd1];
      st.global.u32 [%rd3+128], %r3;
      ret;)");
  };
  EXPECT_THAT(trace_with("membar.gl;").findings, IsEmpty());
  EXPECT_THAT(kinds(trace_with("")), Contains(FindingKind::race));
}

TEST(ThreadRaces, AreNoneWhereTheFirstReadOfACompareAndSwapIsAGuess) {
  const trace::Trace trace = trace_of(R"(
    ld.global.u32 %r2, [%rd1];
    again: add.u32 %r3, %r2, 1;
    atom.global.cas.b32 %r4, [%rd1], %r2, %r3;
    setp.ne.u32 %p2, %r4, %r2;
    mov.u32 %r2, %r4;
    @%p2 bra again;
    ret;)");
  EXPECT_THAT(trace.findings, IsEmpty());
}

}  // namespace
}  // namespace warplens::machine
