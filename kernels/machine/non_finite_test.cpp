// Where a NaN or an infinity is made is a note with its lane, where somebody asks.
#include <limits>

#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// %f1 holds the thread's number, of `in`; %h1 and %h2 are 0, %d1 is it, too; %r2 and %f2 hold what
// is stored.
std::vector<trace::Finding> findings_of(const std::string& body, std::vector<float> in) {
  in.resize(32, 1);
  Machine machine(parse_text(
      kernel_text(std::string(kElementsOfThread) + "ld.global.f32 %f1, [%rd4];\n" + body +
                  "\nst.global.f32 [%rd3], %f2;\nst.global.b32 [%rd3], %r2;\nret;")));
  machine.buffer("out", zeros(32));
  machine.buffer("in", in);
  machine.options.finds_non_finite = true;
  return machine.trace_of({1}, {32}).findings;
}

// Of the only finding; without where it is.
std::string only(const std::vector<trace::Finding>& findings) {
  if (findings.size() != 1) return std::to_string(findings.size()) + " findings";
  EXPECT_EQ(findings[0].kind, trace::FindingKind::non_finite);
  EXPECT_EQ(findings[0].severity, trace::Severity::information);
  const std::string message = findings[0].message.in(Language::en);
  return message.substr(message.find("makes"));
}

std::string only(const std::string& body, const std::vector<float>& in = {}) {
  return only(findings_of(body, in));
}

constexpr float kInfinity = std::numeric_limits<float>::infinity();
constexpr float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(NonFinite, NumbersAreReportedWithWhatTheyAreMadeOf) {
  EXPECT_EQ(only("div.rn.f32 %f2, %f1, %f1;", {1, 0}), "makes a NaN of finite numbers: 0 / 0");
  EXPECT_EQ(only("fma.rn.f32 %f2, %f1, 0f41200000, %f1;", {3e38f}),
            "makes an infinity of finite numbers: 3e+38 * 10 + 3e+38");
  EXPECT_EQ(only("mul.f32 %f2, %f1, %f1;", {1e30f}),
            "makes an infinity of finite numbers: 1e+30 * 1e+30");
  EXPECT_EQ(only("lg2.approx.f32 %f2, %f1;", {0}), "makes an infinity of finite numbers: lg2(0)");
  EXPECT_EQ(only("sqrt.rn.f32 %f2, %f1;", {-1}), "makes a NaN of finite numbers: sqrt(-1)");
}

TEST(NonFinite, NumbersOfEveryFormatAreLookedAt) {
  EXPECT_EQ(only("cvt.rn.f16.f32 %h1, %f1;", {65536}),
            "makes an infinity of finite numbers: 65536 as f16");
  EXPECT_EQ(only("cvt.rzi.s32.f32 %r3, %f1; cvt.rn.f16.s32 %h1, %r3;", {-70000}),
            "makes an infinity of finite numbers: -70000 as f16");
  EXPECT_EQ(only("cvt.f64.f32 %d1, %f1; rcp.rn.f64 %d2, %d1;", {0}),
            "makes an infinity of finite numbers: rcp(0)");
  EXPECT_EQ(only("mov.b16 %h1, 0x7bff; add.f16 %h2, %h1, %h1;"),
            "makes an infinity of finite numbers: 65504 + 65504");
  EXPECT_EQ(only("mov.b32 %r3, 0x7f7f0000; fma.rn.bf16x2 %r4, %r3, %r3, %r3;"),
            "makes an infinity of finite numbers: 3.3895314e+38 * 3.3895314e+38 + 3.3895314e+38");
}

TEST(NonFinite, OfTwoPackedNumbersEachHasItsOwnSources) {
  // The upper half of the first source is 65504, the lower one infinite.
  EXPECT_EQ(only("mov.b32 %r3, 0x7bff7c00; mov.b32 %r4, 0x7bff3c00; add.f16x2 %r5, %r3, %r4;"),
            "makes an infinity of finite numbers: 65504 + 65504");
}

TEST(NonFinite, WhatIsPassedOnIsNotMade) {
  EXPECT_THAT(findings_of("mul.f32 %f2, %f1, %f1;", {kNan, kInfinity, -kInfinity}), IsEmpty());
  EXPECT_THAT(findings_of("add.f32 %f3, %f1, 0f3F800000; cvt.rn.f16.f32 %h1, %f3;", {kInfinity}),
              IsEmpty());
  // An infinity is where a maximum begins.
  EXPECT_THAT(findings_of("mov.f32 %f3, 0fFF800000; max.f32 %f2, %f3, %f1;", {}), IsEmpty());
  EXPECT_THAT(findings_of("mov.f32 %f2, 0fFF800000; add.f32 %f2, %f2, %f1;", {}), IsEmpty());
}

TEST(NonFinite, ANanIsAlsoMadeOfInfinities) {
  // A row of a softmax of which all is masked.
  EXPECT_EQ(only("mov.f32 %f3, 0fFF800000; sub.f32 %f2, %f3, %f3;"),
            "makes a NaN of an infinity: -inf - -inf");
}

TEST(NonFinite, AConstantThatIsChosenIsReported) {
  const std::string logarithm =
      "setp.eq.f32 %p1, %f1, 0f00000000; selp.f32 %f2, 0fFF800000, %f1, %p1;";
  EXPECT_THAT(findings_of(logarithm, {}), IsEmpty());
  const auto findings = findings_of(logarithm, {1, 1, 0});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].lane, 2u);
  EXPECT_THAT(findings[0].message.in(Language::en),
              HasSubstr("takes a constant that is infinite, as logf(0) does"));
  // Of two constants one is only ready to be chosen, as in powf.
  EXPECT_THAT(findings_of("setp.eq.f32 %p1, %f1, %f1;\n"
                          "selp.f32 %f2, 0f7F800000, 0f00000000, %p1;",
                          {}),
              IsEmpty());
  // The other one is not finite either.
  EXPECT_THAT(findings_of("setp.eq.f32 %p1, %f1, %f1; selp.f32 %f2, %f1, 0f7FFFFFFF, %p1;",
                          {kInfinity, kNan}),
              IsEmpty());
}

TEST(NonFinite, TheFirstLaneIsNamedAndTheOthersAreCounted) {
  std::vector<float> in(32, 1);
  in[5] = in[9] = in[30] = 0;
  const auto findings = findings_of(
      "mov.f32 %f2, 0f3F800000; setp.lt.u32 %p1, %r1, 30;\n"
      "@%p1 div.rn.f32 %f2, %f2, %f1;",
      in);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].lane, 5u);
  EXPECT_EQ(findings[0].occurrences, 2u);
  EXPECT_GT(findings[0].ptx_line, 0u);
}

TEST(NonFinite, ASourceThatTheResultReplacesIsWhatItWas) {
  EXPECT_EQ(only("mul.f32 %f1, %f1, %f1; mov.f32 %f2, %f1;", {1e30f}),
            "makes an infinity of finite numbers: 1e+30 * 1e+30");
}

TEST(NonFinite, WhatComesOfItIsNotReportedAgain) {
  const auto findings = findings_of(
      "div.rn.f32 %f2, %f1, 0f00000000; add.f32 %f2, %f2, %f1; sub.f32 %f2, %f2, %f2;", {});
  ASSERT_EQ(findings.size(), 2u);
  EXPECT_EQ(only({findings[0]}), "makes an infinity of finite numbers: 1 / 0");
  EXPECT_EQ(only({findings[1]}), "makes a NaN of an infinity: inf - inf");
}

TEST(NonFinite, AMatrixProductMakesWhatNoLaneOfItsWarpHad) {
  const std::string product =
      "mov.b32 %r3, {}; mov.b32 %r6, 0x7bff7bff;\n"
      "mma.sync.aligned.m16n8k8.row.col.f16.f16.f16.f16 {%r4, %r5}, {%r3, %r3}, {%r6}, "
      "{%r6, %r6};";
  const auto with = [&](const std::string& a) {
    std::string text = product;
    return text.replace(text.find("{}"), 2, a);
  };
  EXPECT_EQ(only(with("0x7bff7bff")), "makes an infinity of finite numbers: mma");
  EXPECT_THAT(findings_of(with("0x00000000"), {}), IsEmpty());
  EXPECT_THAT(findings_of(with("0x7e007e00"), {}), IsEmpty());
}

TEST(NonFinite, AnAtomicSumMakesWhatItsTermsWereNot) {
  EXPECT_EQ(only("red.global.add.f32 [%rd4], %f1;", {3e38f}),
            "makes an infinity of finite numbers: 3e+38 + 3e+38");
  EXPECT_THAT(findings_of("red.global.add.f32 [%rd4], %f1;", {kInfinity, kNan}), IsEmpty());
  EXPECT_EQ(only("mov.b32 %r3, 0x7bff3c00; st.global.b32 [%rd3], %r3;\n"
                 "atom.global.add.noftz.f16x2 %r4, [%rd3], %r3;"),
            "makes an infinity of finite numbers: 65504 + 65504");
  EXPECT_THAT(findings_of("red.global.add.u32 [%rd3], 0x7f800000;", {}), IsEmpty());
}

TEST(NonFinite, NumbersAreOnlyLookedAtWhereSomebodyAsks) {
  Machine machine(
      parse_text(kernel_text("mov.f32 %f1, 0f00000000; div.rn.f32 %f2, %f1, %f1;\n"
                             "st.global.f32 [%rd1], %f2; ret;")));
  machine.buffer("out", zeros(1));
  machine.buffer("in", zeros(1));
  EXPECT_THAT(machine.trace_of({1}, {1}).findings, IsEmpty());
  machine.options.finds_non_finite = true;
  EXPECT_THAT(kinds(machine.trace_of({1}, {1})), ElementsAre(trace::FindingKind::non_finite));
}

}  // namespace
}  // namespace warplens::machine
