#include "kernels/ptx/control_flow.h"

#include <gmock/gmock.h>

#include <chrono>

#include "kernels/base/all_tests.h"
#include "kernels/ptx/parse_for_test.h"

namespace warplens::ptx {
namespace {

using testing::ElementsAre;

struct Flow {
  Function function;
  ControlFlow control;
};

// Every instruction of interest is named by its opcode.
Flow flow_of(const std::string& body) {
  Function function = kernel_of(body);
  ControlFlow control = build_control_flow(function);
  return {std::move(function), std::move(control)};
}

std::uint32_t position(const Flow& flow, const std::string& opcode) {
  for (std::size_t i = 0; i < flow.function.instructions.size(); ++i) {
    if (flow.function.instructions[i].opcode == opcode) return flow.control.order[i];
  }
  ADD_FAILURE() << "no " << opcode;
  return kNone;
}

TEST(ControlFlow, AStraightLineIsOneBlockInOrder) {
  const Flow flow = flow_of("a; b; ret;");
  EXPECT_EQ(flow.control.blocks.size(), 1u);
  EXPECT_THAT(flow.control.order, ElementsAre(0, 1, 2));
  EXPECT_TRUE(flow.control.blocks[0].successors.empty());
}

TEST(ControlFlow, AListThatSeveralBranchesShareIsABlockOfItsOwn) {
  const Flow flow = flow_of(
      "ts: .branchtargets A, B; @%p1 bra S; first; brx.idx %r1, ts; S: second; brx.idx %r1, ts; "
      "A: a; bra M; B: b; M: merge; ret;");
  const BasicBlock& list = flow.control.blocks.back();
  EXPECT_TRUE(list.is_list());
  EXPECT_EQ(list.successors.size(), 2u);
  for (const char* before : {"first", "second"})
    for (const char* behind : {"a", "b"}) EXPECT_LT(position(flow, before), position(flow, behind));
  EXPECT_LT(position(flow, "b"), position(flow, "merge"));
}

TEST(ControlFlow, BranchesByASharedListBackIntoALoopAreBackEdges) {
  const Flow flow = flow_of(
      "ts: .branchtargets H, X; H: head; @%p1 bra T; brx.idx %r1, ts; T: tail; brx.idx %r1, ts; "
      "X: leave; ret;");
  std::vector<std::string> back;
  for (std::size_t i = 0; i < flow.control.back_edge.size(); ++i)
    if (flow.control.back_edge[i]) back.push_back(flow.function.instructions[i].opcode);
  EXPECT_THAT(back, ElementsAre("brx", "brx"));
  EXPECT_LT(position(flow, "tail"), position(flow, "leave"));
}

TEST(ControlFlow, ThousandsOfBranchesByOneListAreOrderedInProportion) {
  const int count = is_too_slow_here() ? 500 : 6000;
  std::string list = "ts: .branchtargets L0", body;
  for (int i = 1; i < count; ++i) list += fmt::format(", L{}", i);
  for (int i = 0; i < count; ++i) body += fmt::format("L{}: brx.idx %r1, ts;\n", i);
  const auto start = std::chrono::steady_clock::now();
  const Flow flow = flow_of(list + ";\n" + body + "ret;");
  std::size_t edges = 0;
  for (const BasicBlock& block : flow.control.blocks) edges += block.successors.size();
  EXPECT_LE(edges, 3u * static_cast<std::size_t>(count));
  // With an edge from each to each it takes minutes.
  EXPECT_LT(std::chrono::steady_clock::now() - start, std::chrono::seconds(8));
}

TEST(ControlFlow, AnEmptyFunctionHasNoBlocks) { EXPECT_TRUE(flow_of("").control.blocks.empty()); }

TEST(ControlFlow, BothArmsComeBeforeWherePathsMeet) {
  const Flow flow = flow_of("@%p1 bra T; else_arm; bra M; T: then_arm; M: merge; ret;");
  EXPECT_LT(position(flow, "else_arm"), position(flow, "merge"));
  EXPECT_LT(position(flow, "then_arm"), position(flow, "merge"));
}

TEST(ControlFlow, ALoopsExitComesAfterItsBodyWhereverItStandsInTheText) {
  const Flow after = flow_of("H: head; @%p1 bra X; body; bra H; X: leave; ret;");
  EXPECT_LT(position(after, "body"), position(after, "leave"));
  const Flow before = flow_of("bra H; X: leave; ret; H: head; @!%p1 bra X; body; bra H;");
  EXPECT_LT(position(before, "body"), position(before, "leave"));
  const Flow bottom = flow_of("bra H; X: leave; ret; H: head; body; @%p1 bra H; bra X;");
  EXPECT_LT(position(bottom, "body"), position(bottom, "leave"));
}

TEST(ControlFlow, ABreakWaitsForTheLanesStillLooping) {
  const Flow flow =
      flow_of("H: head; @%p1 bra FOUND; body; @%p2 bra H; bra X; FOUND: found; X: leave; ret;");
  EXPECT_LT(position(flow, "body"), position(flow, "found"));
  EXPECT_LT(position(flow, "found"), position(flow, "leave"));
}

TEST(ControlFlow, NestedLoopsStayInOnePiece) {
  const Flow flow = flow_of(
      "O: outer; I: inner; @%p1 bra LATCH; work; bra I; LATCH: latch; @%p2 bra X; bra O;"
      "X: leave; ret;");
  EXPECT_LT(position(flow, "work"), position(flow, "latch"));
  EXPECT_LT(position(flow, "latch"), position(flow, "leave"));
}

TEST(ControlFlow, PathsOfAnInnerLoopMeetBeforeItsNextPass) {
  const Flow flow =
      flow_of("O: outer; I: inner; @%p1 bra J; arm; J: join; @%p2 bra I; @%p3 bra O; ret;");
  EXPECT_LT(position(flow, "inner"), position(flow, "arm"));
  EXPECT_LT(position(flow, "arm"), position(flow, "join"));
}

TEST(ControlFlow, OnlyBranchesBackAreBackEdges) {
  const Flow flow = flow_of("H: head; @%p1 bra X; body; bra H; X: ret;");
  EXPECT_THAT(flow.control.back_edge, ElementsAre(false, false, false, true, false));
}

TEST(ControlFlow, ABlockBranchingToItselfIsABackEdge) {
  const Flow flow = flow_of("H: head; @%p1 bra H; ret;");
  EXPECT_THAT(flow.control.back_edge, ElementsAre(false, true, false));
}

TEST(ControlFlow, AnEarlyReturnLeavesTheRestReachable) {
  const Flow flow = flow_of("@%p1 ret; rest; ret;");
  ASSERT_EQ(flow.control.blocks.size(), 2u);
  EXPECT_THAT(flow.control.blocks[0].successors, ElementsAre(1));
}

TEST(ControlFlow, IndexedBranchesReachEveryTarget) {
  const Flow flow =
      flow_of("ts: .branchtargets A, B;\n brx.idx %r1, ts; A: one; ret; B: two; ret;");
  EXPECT_THAT(flow.control.blocks[0].successors, ElementsAre(1, 2));
}

TEST(ControlFlow, UnreachableCodeComesLast) {
  const Flow flow = flow_of("bra X; dead; X: live; ret;");
  EXPECT_LT(position(flow, "live"), position(flow, "dead"));
}

TEST(ControlFlow, ACallOfANoreturnFunctionEndsItsBlock) {
  const Module module =
      parse_ok(with_header(".func f() .noreturn;\n.entry k() { call f; dead; ret; }"));
  const ControlFlow flow = build_control_flow(*module.find_function("k"));
  ASSERT_EQ(flow.blocks.size(), 2u);
  EXPECT_TRUE(flow.blocks[0].successors.empty());
}

TEST(ControlFlow, ALabelAtTheVeryEndIsNoBlock) {
  const Flow flow = flow_of("@%p1 bra X; work; X:");
  ASSERT_EQ(flow.control.blocks.size(), 2u);
  EXPECT_TRUE(flow.control.blocks[1].successors.empty());
}

TEST(ControlFlow, TwoEntriesIntoALoopStillGiveEveryInstructionItsOwnPosition) {
  const Flow flow = flow_of("@%p1 bra B; A: one; @%p2 bra X; B: two; bra A; X: leave; ret;");
  std::vector<std::uint32_t> sorted = flow.control.order;
  std::sort(sorted.begin(), sorted.end());
  for (std::uint32_t i = 0; i < sorted.size(); ++i) EXPECT_EQ(sorted[i], i);
  EXPECT_LT(position(flow, "two"), position(flow, "leave"));
}

TEST(ControlFlow, DeepNestingNeitherOverflowsNorHangs) {
  std::string body;
  for (int i = 0; i < 20000; ++i) body += "L" + std::to_string(i) + ": a;";
  for (int i = 20000; i-- > 0;) body += "@%p1 bra L" + std::to_string(i) + ";";
  const Flow flow = flow_of(body + "leave; ret;");
  EXPECT_EQ(position(flow, "leave"), 40000u);
}

}  // namespace
}  // namespace warplens::ptx
