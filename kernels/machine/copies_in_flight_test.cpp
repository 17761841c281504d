// When asynchronous copies land, and what is said of who touches their bytes before.
#include <set>

#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using trace::FindingKind;

constexpr CopiesLand kAll[] = {CopiesLand::late, CopiesLand::early, CopiesLand::at_once,
                               CopiesLand::by_seed};

struct Ran {
  trace::Trace trace;
  std::vector<std::int32_t> out;
  [[nodiscard]] std::string text() const {
    return trace.findings.empty() ? "" : trace.findings[0].message.in(Language::en);
  }
};

Ran run_with(CopiesLand copies, const std::string& body, std::uint32_t threads = 32,
             std::uint64_t seed = 0) {
  Machine machine(parse_text(kernel_text(body + "\nret;")));
  machine.options.instruction_budget = 1 << 20;
  machine.options.copies = copies;
  machine.options.copies_seed = seed;
  const std::size_t out = machine.buffer("out", zeros(64));
  machine.buffer("in", iota(64));
  trace::Trace trace = machine.trace_of({1, 1, 1}, {threads, 1, 1});
  return {std::move(trace), machine.values(out)};
}

// Each thread's word of the tile is 77, then copied over; %r4 is its address, %rd3 and %rd4 are its
// elements of out and in.
const std::string kCopy = std::string(kElementsOfThread) + R"(
  mov.u32 %r2, tile;
  shl.b32 %r3, %r1, 2;
  add.u32 %r4, %r2, %r3;
  st.shared.u32 [%r4], 77;
  cp.async.ca.shared.global [%r4], [%rd4], 4;
  cp.async.commit_group;
)";
constexpr const char* kReadAndWait = R"(
  ld.shared.u32 %r5, [%r4];
  cp.async.wait_group 0;
  st.global.u32 [%rd3], %r5;)";

TEST(CopiesInFlight, LandEarlyOrLateAsTheyAreAskedTo) {
  const Ran late = run_with(CopiesLand::late, kCopy + kReadAndWait);
  EXPECT_THAT(std::vector(late.out.begin(), late.out.begin() + 32), Each(77));
  const Ran at_once = run_with(CopiesLand::at_once, kCopy + kReadAndWait);
  EXPECT_EQ(at_once.out[31], 31);
  EXPECT_EQ(at_once.out[1], 1);
}

// What is copied behind a wait is not there before the next that waits for some of it.
TEST(CopiesInFlight, LandEarlyWithThoseThatStartedBetweenTheSameWaits) {
  const std::string two = kCopy + R"(
    cp.async.ca.shared.global [%r4+128], [%rd4], 4;
    cp.async.commit_group;)";
  const std::string wait_and_read =
      "cp.async.wait_group 1;\nld.shared.u32 %r5, [%r4+128];\nst.global.u32 [%rd3], %r5;";
  const std::string wait_for_all = "\ncp.async.wait_all;";
  const std::string together = two + wait_and_read + wait_for_all;
  EXPECT_EQ(run_with(CopiesLand::late, together).out[31], 0);
  EXPECT_EQ(run_with(CopiesLand::early, together).out[31], 31);
  const std::string apart =
      kCopy + "cp.async.wait_group 0;\n" + two.substr(kCopy.size()) + wait_and_read + wait_for_all;
  EXPECT_EQ(run_with(CopiesLand::early, apart).out[31], 0);
  const std::string round_later =
      kCopy + "cp.async.wait_group 1;\n" + two.substr(kCopy.size()) + wait_and_read + wait_for_all;
  EXPECT_EQ(run_with(CopiesLand::early, round_later).out[31], 0);
  EXPECT_EQ(run_with(CopiesLand::at_once, apart).out[31], 31);
}

TEST(CopiesInFlight, LandBySeedsOneByOne) {
  std::set<std::vector<std::int32_t>> seen;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    const Ran ran = run_with(CopiesLand::by_seed, kCopy + kReadAndWait, 32, seed);
    EXPECT_EQ(ran.out, run_with(CopiesLand::by_seed, kCopy + kReadAndWait, 32, seed).out);
    for (std::int32_t lane = 0; lane < 32; ++lane) {
      EXPECT_THAT(ran.out[static_cast<std::size_t>(lane)], testing::AnyOf(77, lane));
    }
    seen.insert(ran.out);
  }
  EXPECT_GT(seen.size(), 4u);
}

TEST(CopiesInFlight, AreThereBehindTheirWaitWheneverTheyLand) {
  const std::string body =
      kCopy + "cp.async.wait_group 0;\nld.shared.u32 %r5, [%r4];\nst.global.u32 [%rd3], %r5;";
  for (const CopiesLand copies : kAll) {
    const Ran ran = run_with(copies, body);
    EXPECT_THAT(ran.trace.findings, IsEmpty());
    EXPECT_EQ(ran.out[31], 31);
  }
}

TEST(CopiesInFlight, TakeWhatTheirSourceHoldsWhenTheyLand) {
  const std::string body = kCopy + R"(
    st.global.u32 [%rd4], 5;
    cp.async.wait_group 0;
    ld.shared.u32 %r5, [%r4];
    st.global.u32 [%rd3], %r5;)";
  EXPECT_EQ(run_with(CopiesLand::late, body).out[31], 5);
  EXPECT_EQ(run_with(CopiesLand::at_once, body).out[31], 31);
}

TEST(CopiesInFlight, RaceWithTheirOwnThreadsReads) {
  for (const CopiesLand copies : kAll) {
    const Ran ran = run_with(copies, kCopy + kReadAndWait);
    ASSERT_THAT(kinds(ran.trace), ElementsAre(FindingKind::race));
    EXPECT_THAT(ran.text(), HasSubstr("reads byte 0 of tile while the copy of thread 0 at"));
    EXPECT_THAT(ran.text(), HasSubstr("no wait for its group 1 has come since"));
    EXPECT_GT(ran.trace.findings[0].other_line + ran.trace.findings[0].ptx_line, 0u);
  }
}

TEST(CopiesInFlight, SayWhichWaitLeavesThemOpen) {
  const Ran two = run_with(CopiesLand::late, kCopy + R"(
    cp.async.ca.shared.global [%r4+128], [%rd4], 4;
    cp.async.commit_group;
    cp.async.wait_group 1;
    ld.shared.u32 %r5, [%r4];
    ld.shared.u32 %r6, [%r4+128];
    cp.async.wait_all;
    add.u32 %r5, %r5, %r6;
    st.global.u32 [%rd3], %r5;)");
  ASSERT_THAT(kinds(two.trace), ElementsAre(FindingKind::race));
  EXPECT_THAT(two.text(), HasSubstr("reads byte 128 of tile"));
  EXPECT_THAT(two.text(), HasSubstr("which is for all groups but the latest 1"));
  const Ran forgotten = run_with(CopiesLand::late, kCopy + R"(
    cp.async.ca.shared.global [%r4+128], [%rd4], 4;
    cp.async.wait_group 0;
    ld.shared.u32 %r5, [%r4+128];
    st.global.u32 [%rd3], %r5;)");
  ASSERT_THAT(kinds(forgotten.trace), ElementsAre(FindingKind::race));
  EXPECT_THAT(forgotten.text(), HasSubstr("its group 2 has not been committed"));
}

// Barriers order threads, not copies.
TEST(CopiesInFlight, RaceWithReadsBetweenTwoBarriers) {
  const std::string body = kCopy + R"(
    bar.sync 0;
    xor.b32 %r6, %r3, 128;
    add.u32 %r6, %r6, %r2;
    ld.shared.u32 %r5, [%r6];
    bar.sync 0;
    cp.async.wait_group 0;
    st.global.u32 [%rd3], %r5;)";
  const Ran ran = run_with(CopiesLand::late, body, 64);
  EXPECT_THAT(kinds(ran.trace), ElementsAre(FindingKind::race));
  EXPECT_EQ(ran.trace.findings[0].occurrences, 64u);
}

TEST(CopiesInFlight, RaceWithWritesAndOtherCopies) {
  const std::string end =
      "cp.async.wait_group 0;\nld.shared.u32 %r5, [%r4];\n"
      "st.global.u32 [%rd3], %r5;";
  EXPECT_THAT(kinds(run_with(CopiesLand::late, kCopy + "st.shared.u32 [%r4], 99;\n" + end).trace),
              ElementsAre(FindingKind::race));
  const std::string again = "cp.async.ca.shared.global [%r4], [%rd4+4], 4;\ncp.async.commit_group;";
  EXPECT_THAT(kinds(run_with(CopiesLand::late, kCopy + again + end).trace),
              ElementsAre(FindingKind::race));
  const std::string same = "cp.async.ca.shared.global [%r4], [%rd4], 4;\ncp.async.commit_group;";
  EXPECT_THAT(kinds(run_with(CopiesLand::late, kCopy + same + end).trace),
              ElementsAre(FindingKind::same_value_race));
  EXPECT_THAT(run_with(CopiesLand::late, kCopy + "cp.async.wait_all;" + again + end).trace.findings,
              IsEmpty());
}

TEST(CopiesInFlight, LeaveTheBytesBesideThemAlone) {
  EXPECT_THAT(run_with(CopiesLand::late, kCopy + R"(
                st.shared.u32 [%r4+128], %r1;
                ld.shared.u32 %r5, [%r4+128];
                cp.async.wait_all;
                st.global.u32 [%rd3], %r5;)")
                  .trace.findings,
              IsEmpty());
}

// A loop that races in every round costs no more than one that does not.
TEST(CopiesInFlight, AreCountedWhereTheyRaceOftenAndReportedOnce) {
  const Ran ran = run_with(CopiesLand::late, kCopy + R"(
    mov.u32 %r7, 0;
    mov.u32 %r8, 0;
    round: ld.shared.u32 %r5, [%r4];
    add.u32 %r8, %r8, %r5;
    add.u32 %r7, %r7, 1;
    setp.lt.u32 %p1, %r7, 100;
    @%p1 bra round;
    cp.async.wait_all;
    st.global.u32 [%rd3], %r8;)");
  ASSERT_THAT(kinds(ran.trace), ElementsAre(FindingKind::race));
  EXPECT_EQ(ran.trace.findings[0].occurrences, 3200u);
}

TEST(CopiesInFlight, RaceWithWritesOfTheirSource) {
  const std::string end =
      "cp.async.wait_all;\nld.shared.u32 %r5, [%r4];\n"
      "st.global.u32 [%rd3], %r5;";
  for (const std::string write :
       {"st.global.u32 [%rd4], 5;\n", "atom.global.add.u32 %r6, [%rd4], 1;\n",
        "st.global.u32 [%rd2+124], 5;\n"}) {
    const Ran ran = run_with(CopiesLand::late, kCopy + write + end);
    ASSERT_THAT(kinds(ran.trace), Contains(FindingKind::race)) << write;
    const auto race =
        std::ranges::find(ran.trace.findings, FindingKind::race, &trace::Finding::kind);
    const std::string text = race->message.in(Language::en);
    EXPECT_THAT(text, HasSubstr("of in while the copy of thread")) << write;
    EXPECT_THAT(text, HasSubstr("which may read it before or after")) << write;
  }
  EXPECT_THAT(
      run_with(CopiesLand::late, kCopy + "st.global.u32 [%rd4+128], 5;\n" + end).trace.findings,
      IsEmpty())
      << "beside it";
  EXPECT_THAT(
      run_with(CopiesLand::late, kCopy + "cp.async.wait_all;\nst.global.u32 [%rd4], 5;\n" + end)
          .trace.findings,
      IsEmpty())
      << "behind it";
}

// The wait completes them for the thread that executes it.
TEST(CopiesInFlight, WaitGroupLeavesTheLatestGroups) {
  const std::string body = R"(
    mov.u32 %r2, tile;
    st.shared.v2.u32 [%r2], {7, 7};
    cp.async.ca.shared.global [%r2], [%rd2+4], 4;
    cp.async.commit_group;
    cp.async.ca.shared.global [%r2+4], [%rd2+8], 4;
    cp.async.commit_group;
    cp.async.wait_group 1;
    ld.shared.v2.u32 {%r3, %r4}, [%r2];
    st.global.v2.u32 [%rd1], {%r3, %r4};
    cp.async.wait_all;
    ld.shared.v2.u32 {%r3, %r4}, [%r2];
    st.global.v2.u32 [%rd1+8], {%r3, %r4};)";
  const Ran ran = run_with(CopiesLand::late, body, 1);
  EXPECT_THAT(kinds(ran.trace), ElementsAre(FindingKind::race)) << "the second word";
  EXPECT_THAT(std::vector(ran.out.begin(), ran.out.begin() + 4), ElementsAre(1, 7, 1, 2));
}

}  // namespace
}  // namespace warplens::machine
