// Indices that leave their own shared or local array for what lies beside it.
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::HasSubstr;
using testing::IsEmpty;
using trace::FindingKind;

// Shared arrays before and behind `tile`, whose 1024 bytes are followed by those of `last`;
// `many` takes what the launch gives.
constexpr const char* kArrays =
    ".shared .align 16 .b8 first[128];\n.extern .shared .align 16 .b8 many[];\n";

struct Body {
  std::string text;
  std::string declarations = kArrays;
  std::uint32_t dynamic_bytes = 0;
};

// %rd20: the thread's element of out.
std::vector<trace::Finding> bounds_findings(const Body& body, Dim3 block = {32}) {
  const std::string own = "mul.wide.u32 %rd20, %r1, 4; add.s64 %rd20, %rd1, %rd20;\n";
  Machine machine(parse_text(kernel_text(own + body.text + "\nret;", body.declarations)));
  machine.request.dynamic_shared_bytes = body.dynamic_bytes;
  machine.buffer("out", zeros(64));
  machine.buffer("in", zeros(64));
  return machine.trace_of({1}, block).findings;
}

// Every thread sets its words of both arrays.
constexpr const char* kSetUp = R"(
  mov.u32 %r20, first; mov.u32 %r21, tile; mul.lo.u32 %r22, %r1, 4;
  add.u32 %r23, %r20, %r22; add.u32 %r24, %r21, %r22;
  st.shared.u32 [%r23], %r1; st.shared.u32 [%r24], %r1;
  bar.sync 0;
)";

void expect_one(const std::vector<trace::Finding>& findings, std::uint32_t lane,
                const std::string& about, const std::string& text) {
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, FindingKind::out_of_bounds);
  EXPECT_EQ(findings[0].lane, lane);
  EXPECT_EQ(findings[0].about, about);
  EXPECT_EQ(findings[0].occurrences, 1u);
  EXPECT_THAT(findings[0].message.in(Language::en), HasSubstr(text));
}

TEST(ArrayBounds, AStoreBehindItsArrayIsNamedWithBothArrays) {
  expect_one(bounds_findings({std::string(kSetUp) + "st.shared.u32 [%r23+4], %r1;"}), 31, "first",
             "writes 4 bytes at byte 128 of first (128 bytes), right behind its end, which is byte "
             "0 of tile");
}

TEST(ArrayBounds, ALoadBeforeItsArrayCountsWhereItsValueIsUsed) {
  const std::string load = std::string(kSetUp) + "ld.shared.u32 %r2, [%r24+-4];\n";
  expect_one(bounds_findings({load + "st.global.u32 [%rd20], %r2;"}), 0, "tile",
             "reads 4 bytes 4 bytes before the start of tile, which is byte 124 of first");
  EXPECT_THAT(bounds_findings({load}), IsEmpty());
  EXPECT_THAT(
      bounds_findings({load + "setp.ne.u32 %p1, %r1, 0;\n@%p1 st.global.u32 [%rd20], %r2;"}),
      IsEmpty());
}

TEST(ArrayBounds, AnAtomicThroughAGenericAddressIsChecked) {
  expect_one(bounds_findings({std::string(kSetUp) +
                              "mov.u64 %rd3, first;\ncvta.shared.u64 %rd3, %rd3;\n"
                              "mul.wide.u32 %rd4, %r1, 4;\nadd.s64 %rd3, %rd3, %rd4;\n"
                              "atom.add.u32 %r2, [%rd3+4], 1;"}),
             31, "first", "at byte 128 of first");
}

TEST(ArrayBounds, DynamicSharedMemoryEndsWhereTheBlocksDoes) {
  const std::string text = "mov.u32 %r2, many;\nmul.lo.u32 %r3, %r1, 4;\nadd.u32 %r4, %r2, %r3;\n";
  EXPECT_THAT(bounds_findings({text + "st.shared.u32 [%r4+64], %r1;", kArrays, 192}), IsEmpty());
  const std::string first = "setp.eq.u32 %p1, %r1, 0;\n@%p1 st.shared.u32 [first], 0;\n";
  expect_one(bounds_findings({first + text + "st.shared.u32 [%r4+-4], %r1;", kArrays, 128}), 0,
             "many", "4 bytes before the start of many");
}

TEST(ArrayBounds, OffsetsThatEndUpInsideAreRight) {
  EXPECT_THAT(bounds_findings({std::string(kSetUp) +
                               "add.u32 %r2, %r23, 4096;\nst.shared.u32 [%r2+-4096], %r1;\n"
                               "bar.sync 0;\nadd.u32 %r3, %r20, 128;\nsub.u32 %r3, %r3, %r22;\n"
                               "st.shared.u32 [%r3+-4], %r1;"}),
              IsEmpty());
}

// Which of two arrays a pointer means, and one made in a way that says nothing, is not judged.
TEST(ArrayBounds, AddressesFromElsewhereAreNotJudged) {
  EXPECT_THAT(bounds_findings({std::string(kSetUp) +
                               "setp.lt.u32 %p1, %r1, 16;\nselp.u32 %r2, %r20, %r21, %p1;\n"
                               "add.u32 %r2, %r2, %r22;\nst.shared.u32 [%r2+64], %r1;"}),
              IsEmpty());
  EXPECT_THAT(
      bounds_findings({std::string(kSetUp) + "sub.u32 %r2, %r21, %r20;\nadd.u32 %r2, %r23, %r2;\n"
                                             "st.shared.u32 [%r2], %r1;"}),
      IsEmpty());
  EXPECT_THAT(bounds_findings({std::string(kSetUp) + "xor.b32 %r2, %r23, 128;\n"
                                                     "st.shared.u32 [%r2], %r1;"}),
              IsEmpty());
}

constexpr const char* kLocals = R"(
  .local .align 4 .b8 a[16];
  .local .align 4 .b8 b[16];
  st.local.v4.u32 [a], {%r1, %r1, %r1, %r1};
  st.local.v4.u32 [b], {%r1, %r1, %r1, %r1};
  mov.u64 %rd3, a; and.b32 %r2, %r1, 3; mul.wide.u32 %rd4, %r2, 4; add.s64 %rd3, %rd3, %rd4;
)";

TEST(ArrayBounds, LocalArraysAreChecked) {
  const std::string load = std::string(kLocals) + "ld.local.u32 %r3, [%rd3+";
  const std::string use = "];\nst.global.u32 [%rd20], %r3;";
  expect_one(bounds_findings({load + "4" + use}, {4}), 3, "a",
             "at byte 16 of a (16 bytes), right behind its end, which is byte 0 of b");
  EXPECT_THAT(bounds_findings({load + "0" + use}, {4}), IsEmpty());
  expect_one(bounds_findings({std::string(kLocals) + "st.local.u32 [%rd3+4], %r1;"}, {4}), 3, "a",
             "which is byte 0 of b");
}

TEST(ArrayBounds, ACallsOwnArrayIsWhereItsFrameIs) {
  const std::string function = std::string(kArrays) + R"(
.visible .func (.param .b32 result) f(.param .b32 index)
{
  .local .align 4 .b8 low[8];
  .local .align 4 .b8 high[8];
  .reg .b32 %r<8>; .reg .b64 %rd<4>;
  ld.param.u32 %r1, [index];
  st.local.v2.u32 [low], {%r1, %r1};
  st.local.v2.u32 [high], {%r1, %r1};
  mov.u64 %rd1, low; mul.wide.u32 %rd2, %r1, 4; add.s64 %rd1, %rd1, %rd2;
  ld.local.u32 %r2, [%rd1];
  st.param.b32 [result], %r2;
  ret;
}
)";
  const auto call = [&](const std::string& mask) {
    return bounds_findings(
        {".local .align 4 .b8 own[32];\nst.local.u32 [own], 0;\nand.b32 %r2, %r1, " + mask +
             ";\n{\n.param .b32 p; st.param.b32 [p], %r2;\n.param .b32 r;\n"
             "call.uni (r), f, (p);\nld.param.b32 %r3, [r];\n}\n"
             "st.global.u32 [%rd20], %r3;",
         function},
        {4});
  };
  EXPECT_THAT(call("1"), IsEmpty());
  const auto findings = call("2");
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_THAT(findings[0].message.in(Language::en), HasSubstr("at byte 8 of low (8 bytes)"));
}

}  // namespace
}  // namespace warplens::machine
