// Integer division by zero is a note where its result is used.
#include "kernels/machine/machine_test_kit.h"
#include "kernels/machine/program/program_image.h"

namespace warplens::machine {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;

// %r2: 7 - thread
std::vector<trace::Finding> division_findings(const std::string& body) {
  Machine machine(
      parse_text(kernel_text("sub.u32 %r2, 7, %r1;\nmul.wide.u32 %rd3, %r1, 4;\n"
                             "add.s64 %rd3, %rd1, %rd3;\ncvt.u64.u32 %rd4, %r2;\n" +
                             body + "\nret;")));
  machine.buffer("out", zeros(32));
  machine.buffer("in", zeros(32));
  return machine.trace_of({1}, {32}).findings;
}

TEST(Division, ByZeroIsANoteWithItsLane) {
  for (const std::string divide : {"div.s32 %r3, %r1, %r2;", "rem.u32 %r3, %r1, %r2;",
                                   "div.u64 %rd5, %rd3, %rd4;\ncvt.u32.u64 %r3, %rd5;"}) {
    const auto findings = division_findings(divide + "\nst.global.u32 [%rd3], %r3;");
    ASSERT_EQ(findings.size(), 1u) << divide;
    EXPECT_EQ(findings[0].kind, trace::FindingKind::division_by_zero);
    EXPECT_EQ(findings[0].severity, trace::Severity::information);
    EXPECT_EQ(findings[0].lane, 7u);
    EXPECT_EQ(findings[0].occurrences, 1u);
    EXPECT_THAT(findings[0].message.in(Language::en), HasSubstr("divides an integer by zero"));
  }
}

TEST(Division, WhoseResultIsNotChosenIsNoFinding) {
  EXPECT_THAT(division_findings("div.s32 %r3, %r1, %r2;\nsetp.ne.u32 %p1, %r2, 0;\n"
                                "selp.b32 %r4, %r3, 0, %p1;\nst.global.u32 [%rd3], %r4;"),
              IsEmpty());
  EXPECT_THAT(division_findings("div.s32 %r3, %r1, %r2;\nsetp.eq.u32 %p1, %r2, 0;\n@%p1 bra done;\n"
                                "st.global.u32 [%rd3], %r3;\ndone:"),
              IsEmpty());
}

TEST(Division, OnlyWhereItsGuardHoldsCounts) {
  EXPECT_THAT(division_findings("mov.u32 %r3, 0;\nsetp.ne.u32 %p1, %r2, 0;\n"
                                "@%p1 div.s32 %r3, %r1, %r2;\nst.global.u32 [%rd3], %r3;"),
              IsEmpty());
}

TEST(Division, ByAValueThatIsPassedIsLookedAtWhenItIsZero) {
  for (const std::int32_t divisor : {0, 3}) {
    Machine machine(parse_text(
        ".version 8.0\n.target sm_80\n.address_size 64\n"
        ".visible .entry k(.param .u64 out, .param .u32 by)\n{\n.reg .b32 %r<4>;\n.reg .b64 %rd<2>;"
        "ld.param.u64 %rd1, [out];\nld.param.u32 %r1, [by];\nmov.u32 %r2, %tid.x;\n"
        "div.u32 %r3, %r2, %r1;\nst.global.u32 [%rd1], %r3;\nret;\n}\n"));
    machine.buffer("out", zeros(1));
    machine.scalar(divisor);
    EXPECT_EQ(machine.trace_of({1}, {1}).findings.size(), divisor == 0 ? 1u : 0u);
  }
}

// Large memory is not copied for divisions by the launch's shape, as loops over a grid have them.
TEST(Division, ByTheLaunchsShapeIsNotFollowed) {
  const auto image_of = [](const std::string& divisor) {
    return Machine(parse_text(kernel_text(divisor + "\ndiv.u32 %r5, %r1, %r4;\nret;")));
  };
  EXPECT_FALSE(image_of("mov.u32 %r2, %ntid.x;\nmov.u32 %r3, %nctaid.x;\n"
                        "mul.lo.s32 %r4, %r3, %r2;")
                   .program()
                   .image()
                   .divides_by_varying);
  EXPECT_TRUE(image_of("mov.u32 %r4, %ctaid.x;").program().image().divides_by_varying);
  EXPECT_TRUE(image_of("ld.global.u32 %r4, [%rd1];").program().image().divides_by_varying);
}

TEST(Division, OfALaterValueGoesOnBeingFollowed) {
  EXPECT_THAT(
      division_findings("div.s32 %r3, %r1, %r2;\nadd.u32 %r3, %r3, 1;\nrem.u32 %r4, %r3, 5;"),
      IsEmpty());
  EXPECT_EQ(division_findings("div.s32 %r3, %r1, %r2;\nadd.u32 %r3, %r3, 1;\nrem.u32 %r4, %r3, 5;\n"
                              "st.global.u32 [%rd3], %r4;")
                .size(),
            1u);
}

}  // namespace
}  // namespace warplens::machine
