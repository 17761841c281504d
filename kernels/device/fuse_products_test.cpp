// What is fused is what ptxas 13.0 made of the same text for sm_90 (FFMA, or FMUL and FADD).
#include "kernels/device/fuse_products.h"

#include <gtest/gtest.h>

#include "kernels/ptx/parser.h"

namespace warplens::device {
namespace {

std::string fused(const std::string& body, FusedWhere where = FusedWhere::in_a_block) {
  const std::string begin =
      ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k(.param .u64 p)\n{\n"
      ".reg .f32 %f<30>; .reg .f64 %d<9>; .reg .b64 %rd<9>; .reg .pred %p<9>; .reg .b32 %r<9>;\n";
  const std::string end = "\nret;\n}\n";
  const auto module = ptx::parse(begin + body + end, "k.ptx");
  if (!module.has_value()) {
    ADD_FAILURE() << module.error().message.in(Language::en);
    return {};
  }
  const auto text = with_fused_products(*module, where);
  if (!text) return "nothing";
  EXPECT_TRUE(ptx::parse(*text, "k.ptx").has_value()) << *text;
  return text->substr(begin.size(), text->size() - begin.size() - end.size());
}

struct Case {
  const char *name, *body, *is;
};
class FusedProducts : public testing::TestWithParam<Case> {};

TEST_P(FusedProducts, AreThoseThatPtxasFuses) { EXPECT_EQ(fused(GetParam().body), GetParam().is); }

INSTANTIATE_TEST_SUITE_P(
    Texts, FusedProducts,
    testing::Values(
        Case{"first", "mul.f32 %f3,%f1,%f2; add.f32 %f5,%f3,%f4;",
             "mul.f32 %f3,%f1,%f2; fma.rn.f32 %f5, %f1, %f2, %f4;"},
        Case{"second", "mul.f64 %d3,%d1,%d2; add.f64 %d5,%d4,%d3;",
             "mul.f64 %d3,%d1,%d2; fma.rn.f64 %d5, %d1, %d2, %d4;"},
        Case{"subtracted", "mul.f32 %f3,%f1,%f2; sub.f32 %f5,%f4,%f3;",
             "mul.f32 %f3,%f1,%f2; neg.f32 %f5, %f1; fma.rn.f32 %f5, %f5, %f2, %f4;"},
        Case{"less", "mul.ftz.f32 %f3,%f1,0f40000000; @!%p1 sub.ftz.f32 %f5,%f3,%f4;",
             "mul.ftz.f32 %f3,%f1,0f40000000; @!%p1 neg.ftz.f32 %f5, %f4; @!%p1 fma.rn.ftz.f32 "
             "%f5, %f1, 0f40000000, %f5;"},
        Case{"twice", "mul.f32 %f3,%f1,%f2; add.f32 %f5,%f3,%f4; add.f32 %f6,%f3,%f5;",
             "mul.f32 %f3,%f1,%f2; fma.rn.f32 %f5, %f1, %f2, %f4; fma.rn.f32 %f6, %f1, %f2, %f5;"},
        Case{"of_two", "mul.f32 %f3,%f1,%f2; mul.f32 %f4,%f1,%f1; add.f32 %f5,%f3,%f4;",
             "mul.f32 %f3,%f1,%f2; mul.f32 %f4,%f1,%f1; fma.rn.f32 %f5, %f1, %f2, %f4;"},
        Case{"second_elsewhere",
             "mul.f32 %f3,%f1,%f2; mul.f32 %f4,%f1,%f1; add.f32 %f5,%f3,%f4; add.f32 %f6,%f4,%f1;",
             "mul.f32 %f3,%f1,%f2; mul.f32 %f4,%f1,%f1; fma.rn.f32 %f5, %f1, %f2, %f4; add.f32 "
             "%f6,%f4,%f1;"},
        Case{"stored", "mul.f32 %f3,%f1,%f2; add.f32 %f5,%f3,%f4; st.global.f32 [%rd1],%f3;",
             "nothing"},
        Case{"itself", "mul.f32 %f3,%f1,%f2; add.f32 %f5,%f3,%f3;", "nothing"},
        Case{"rounded_product", "mul.rn.f32 %f3,%f1,%f2; add.f32 %f5,%f3,%f4;", "nothing"},
        Case{"rounded_sum", "mul.f32 %f3,%f1,%f2; add.rn.f32 %f5,%f3,%f4;", "nothing"},
        Case{"flushed_product", "mul.ftz.f32 %f3,%f1,%f2; add.f32 %f5,%f3,%f4;", "nothing"},
        Case{"other_block", "mul.f32 %f3,%f1,%f2; @%p1 bra L; add.f32 %f5,%f3,%f4; L:", "nothing"},
        Case{"with_fma", "mul.f32 %f3,%f1,%f2; add.f32 %f5,%f3,%f4; fma.rn.f32 %f6,%f3,%f4,%f5;",
             "nothing"},
        Case{"integers", "mul.lo.u32 %r3,%r1,%r2; add.u32 %r4,%r3,%r1;", "nothing"}),
    [](const auto& text) { return text.param.name; });

TEST(FusedProducts, ReachOtherBlocksWhereAsked) {
  const std::string branch = "mul.f32 %f3,%f1,%f2; @%p1 bra L; add.f32 %f5,%f3,%f4; L:";
  EXPECT_EQ(fused(branch, FusedWhere::across_blocks),
            "mul.f32 %f3,%f1,%f2; @%p1 bra L; fma.rn.f32 %f5, %f1, %f2, %f4; L:");
  // Not with what a factor may have become meanwhile.
  EXPECT_EQ(fused("mul.f32 %f3,%f1,%f2; @%p1 mov.f32 %f1,%f6; @%p1 bra L; add.f32 %f5,%f3,%f4; L:",
                  FusedWhere::across_blocks),
            "nothing");
}

}  // namespace
}  // namespace warplens::device
