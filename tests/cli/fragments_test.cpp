// warplens fragments: where an instruction's elements are, as people ask it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/cli/program.h"

namespace warplens::cli_test {
namespace {

using testing::HasSubstr;

std::string element(const std::string& instruction, const std::string& name) {
  const Output output = run({"fragments", instruction, "--element", name});
  EXPECT_EQ(output.status, 0) << output.err;
  return output.out;
}

// Figures "MMA .m16n8k16 fragment layout" of the PTX ISA.
TEST(FragmentsCommand, SaysWhichRegisterOfWhichLaneHoldsAnElement) {
  EXPECT_EQ(element("mma.m16n8k16.f16", "A[3][5]"),
            "A[3][5] is in lane 14's register a0, upper half\n");
  EXPECT_EQ(element("mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32", "D[11][5]"),
            "D[11][5] is in lane 14's register d3\n");
  EXPECT_EQ(element("ldmatrix.x4.trans", "R2[5][3]"),
            "R2[5][3] is in lane 14's register r2, upper half\n");
  EXPECT_EQ(element("wgmma.m64n64k16.f16", "B[0][0]"),
            "B[0][0] is read from shared memory: no register holds it\n");
  EXPECT_EQ(element("wmma.m16n16k16.f16", "A[3][5]"),
            "A[3][5] is in lane 14's register a0, upper half\n"
            "A[3][5] is in lane 14's register a4, upper half\n");
}

TEST(FragmentsCommand, PrintsATableOfEachOperand) {
  const Output output = run({"fragments", "mma.m16n8k8.tf32"});
  EXPECT_EQ(output.status, 0);
  EXPECT_THAT(output.out, HasSubstr("A 16 × 8 tf32: 4 registers a lane"));
  EXPECT_THAT(output.out, HasSubstr("C and D 16 × 8 f32: 4 registers a lane"));
  EXPECT_THAT(output.out, HasSubstr("    13      3,1     11,1      3,5     11,5\n"));
}

TEST(FragmentsCommand, PrintsTheSameAsJson) {
  const auto json = run_json({"fragments", "mma.m16n8k16.f16", "--json"});
  const auto& a = json.at("operands").at(0);
  EXPECT_EQ(a.at("operand"), "A");
  EXPECT_EQ(a.at("elements").at(14).at(0).at(1).dump(), "[0,3,5]");
  EXPECT_EQ(json.at("instruction"), "mma.sync.aligned.m16n8k16.row.col.f32.f16.f16.f32");
}

TEST(FragmentsCommand, NamesWhatPtxLeavesOpen) {
  EXPECT_THAT(run({"fragments", "wmma.m16n16k16.f16"}).out, HasSubstr("PTX leaves open"));
  EXPECT_THAT(run({"fragments", "mma.sp.m16n8k32.f16"}).out, HasSubstr("as it is stored"));
}

}  // namespace
}  // namespace warplens::cli_test
