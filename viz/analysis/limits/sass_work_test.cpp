// What units a launch's own instructions take, however ptxas has moved and copied them.
#include "viz/analysis/limits/sass_work.h"

#include <gtest/gtest.h>

namespace warplens::analysis {
namespace {

sass::ListedInstruction at(std::uint32_t line, std::uint32_t run, const char* text,
                           bool is_in_loop = false) {
  sass::ListedInstruction instruction;
  instruction.text = text;
  instruction.ptx_line = line;
  instruction.straight_run = run;
  instruction.is_in_loop = is_in_loop;
  return instruction;
}

// Lines 10 to 12 are executed once by each of 8 warps, 20 to 24 a hundred times as often.
LaunchDemand looping() {
  LaunchDemand demand;
  demand.executed = {{10, 12, 8}, {20, 24, 800}};
  return demand;
}

LaunchDemand of(std::vector<sass::ListedInstruction> instructions) {
  return with_sass(looping(), {"k", std::move(instructions)});
}

TEST(SassWork, IsEachInstructionsUnitAsOftenAsItsBlockRuns) {
  const LaunchDemand demand =
      of({at(10, 0, "MOV R1, c[0x0][0x28]"), at(11, 0, "IMAD R2, R3, R4, R5"),
          at(20, 1, "IADD3 R1, R2, R3, RZ", true), at(21, 1, "FFMA R4, R5, R6, R7", true),
          at(22, 1, "UIADD3 UR4, UR4, 0x1, URZ", true)});
  EXPECT_EQ(demand.of(Work::integer_multiply), 8u);
  EXPECT_EQ(demand.of(Work::alu), 800u);
  EXPECT_EQ(demand.of(Work::fp32), 800u);
  EXPECT_EQ(demand.of(Work::uniform), 800u);
  EXPECT_EQ(demand.issued, 2u * 8 + 3 * 800);
  EXPECT_TRUE(demand.is_of_sass);
}

TEST(SassWork, CopiesOfALoopsBodyShareItsExecutions) {
  const LaunchDemand demand =
      of({at(20, 1, "IADD3 R1, R2, R3, RZ", true), at(20, 1, "IADD3 R8, R2, R3, RZ", true),
          at(21, 1, "FFMA R4, R5, R6, R7", true), at(21, 1, "FFMA R14, R5, R6, R7", true),
          at(24, 1, "ISETP.NE.AND P0, PT, R0, RZ, PT", true)});
  EXPECT_EQ(demand.of(Work::fp32), 800u);
  EXPECT_EQ(demand.of(Work::alu), 800u + 400) << "one comparison for two turns";
}

TEST(SassWork, OfALineInSeveralRunsTheOneWithLeastCounts) {
  const LaunchDemand demand =
      of({at(20, 1, "IADD3 R1, R2, R3, RZ", true), at(21, 1, "FFMA R4, R5, R6, R7", true),
          at(20, 2, "MOV R1, R2", true), at(21, 2, "FFMA R4, R5, R6, R7", true)});
  EXPECT_EQ(demand.of(Work::fp32), 800u);
  EXPECT_EQ(demand.of(Work::alu), 0u) << "the second run has none for line 20";
}

TEST(SassWork, WhatIsMovedOutOfALoopRunsOnce) {
  const LaunchDemand demand =
      of({at(20, 0, "LOP3.LUT R1, R2, R3, RZ, 0x3c, !PT"), at(21, 1, "FFMA R4, R5, R6, R7", true)});
  EXPECT_EQ(demand.of(Work::alu), 8u);
  EXPECT_EQ(demand.of(Work::fp32), 800u);
}

TEST(SassWork, PredicatedAndNeverRunInstructionsCountAsNone) {
  const LaunchDemand demand =
      of({at(21, 1, "@P0 FFMA R4, R5, R6, R7", true), at(22, 1, "@!PT FADD R4, R5, R6", true)});
  EXPECT_EQ(demand.of(Work::fp32), 0u);
  EXPECT_EQ(demand.issued, 0u);
}

TEST(SassWork, AProductOfTwiceTheWidthTakesTwoSlots) {
  EXPECT_EQ(sass_slot("IMAD.WIDE.U32"), (SassSlot{Work::integer_multiply, 2}));
  EXPECT_EQ(sass_slot("IMAD.MOV.U32"), (SassSlot{Work::integer_multiply, 1}));
  EXPECT_EQ(sass_slot("MUFU.EX2"), (SassSlot{Work::special, 1}));
  EXPECT_FALSE(sass_slot("LDG.E").has_value());
}

TEST(SassWork, AccessesThatAreNoWiderThanInThePtxCountAsTheyAreThere) {
  LaunchDemand demand = looping();
  demand.requests = 200;
  demand.narrow = {{.ptx_line = 21, .width = 4, .more = {.requests = 600}}};
  const auto requests = [&](const char* text) {
    return with_sass(demand, {"k", {at(21, 1, text, true)}}).requests;
  };
  EXPECT_EQ(requests("LDS R4, [R2+0x10]"), 800u);
  EXPECT_EQ(requests("LDS.128 R4, [R2+0x10]"), 200u);
  EXPECT_EQ(requests("FADD R4, R5, R6"), 200u) << "the access stands for another line";
}

TEST(SassWork, IsNeverLessThanThePtxs) {
  LaunchDemand demand = looping();
  demand.work[static_cast<std::size_t>(Work::fp32)] = 900;
  EXPECT_EQ(with_sass(demand, {"k", {}}).of(Work::fp32), 900u);
}

}  // namespace
}  // namespace warplens::analysis
