#include "kernels/ptx/post_dominators.h"

#include <gmock/gmock.h>

#include "kernels/ptx/parse_for_test.h"

namespace warplens::ptx {
namespace {

// The opcode at which the block of `opcode` is post-dominated at once; empty when by the return.
std::string behind(const std::string& body, const std::string& opcode) {
  const Function function = kernel_of(body);
  const ControlFlow flow = build_control_flow(function);
  const std::vector<std::uint32_t> above = post_dominators(flow);
  for (std::size_t i = 0; i < function.instructions.size(); ++i) {
    if (function.instructions[i].opcode != opcode) continue;
    const std::uint32_t block = above[flow.block_of[i]];
    return block == kNone ? "" : function.instructions[flow.blocks[block].first].opcode;
  }
  ADD_FAILURE() << "no " << opcode;
  return {};
}

TEST(PostDominators, ArmsMeetWhereTheyJoin) {
  const std::string body = "@%p1 bra T; else_arm; bra M; T: then_arm; M: merge; ret;";
  EXPECT_EQ(behind(body, "else_arm"), "merge");
  EXPECT_EQ(behind(body, "then_arm"), "merge");
  EXPECT_EQ(behind(body, "merge"), "");
}

TEST(PostDominators, ALoopIsFollowedByWhatComesAfterIt) {
  const std::string body = "H: head; @%p1 bra X; body; bra H; X: leave; ret;";
  EXPECT_EQ(behind(body, "body"), "head");
  EXPECT_EQ(behind(body, "head"), "leave");
}

TEST(PostDominators, AReturnInAnArmLeavesNothingBehind) {
  EXPECT_EQ(behind("@%p1 bra T; ret; T: then_arm; @%p2 bra M; other; M: merge; ret;", "then_arm"),
            "merge");
  EXPECT_EQ(behind("first; @%p1 ret; second; ret;", "first"), "");
}

TEST(PostDominators, ATrapIsNoWayOut) {
  EXPECT_EQ(behind("first; @%p1 bra M; bad; trap; M: merge; ret;", "first"), "merge");
}

TEST(PostDominators, AnEndlessLoopHasNone) {
  EXPECT_EQ(behind("first; L: again; bra L;", "again"), "");
}

}  // namespace
}  // namespace warplens::ptx
