#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstring>

#include "kernels/ptx/parser.h"
#include "kernels/run/own_kernel.h"

namespace warplens::run {
namespace {

using catalog::BufferRole;
using catalog::ElementType;
using catalog::Fill;
using testing::AllOf;
using testing::HasSubstr;

// y[i] = x[i] + n for i < 32, one warp; written by hand.
constexpr const char* kShift = R"(.version 7.0
.target sm_75
.address_size 64
.visible .entry shift(.param .u64 x, .param .u64 y, .param .u32 n)
{
  .reg .b32 %r<5>;
  .reg .b64 %rd<7>;
  ld.param.u64 %rd1, [x];
  ld.param.u64 %rd2, [y];
  ld.param.u32 %r1, [n];
  mov.u32 %r2, %tid.x;
  mul.wide.u32 %rd3, %r2, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.u32 %r3, [%rd4];
  add.s32 %r4, %r3, %r1;
  st.global.u32 [%rd5], %r4;
  ret;
}
)";

OwnBuffer buffer(std::string name, BufferRole role, Fill::Kind fill) {
  return {std::move(name), role, ElementType::i32, 32, {fill, 0}, std::nullopt};
}

std::vector<std::byte> ints(int first) {
  std::vector<int> values(32);
  for (int i = 0; i < 32; ++i) values[static_cast<std::size_t>(i)] = first + i;
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

OwnKernel shift() {
  OwnKernel kernel;
  auto module = ptx::parse(kShift, "shift.ptx");
  EXPECT_TRUE(module.has_value()) << module.error().message.in(Language::en);
  kernel.module = std::make_shared<const ptx::Module>(std::move(*module));
  kernel.block = {32, 1, 1};
  kernel.arguments = {buffer("x", BufferRole::in, Fill::Kind::iota),
                      buffer("y", BufferRole::out, Fill::Kind::zero),
                      OwnScalar{"n", ElementType::i32, 10}};
  return kernel;
}

std::string error_of(const OwnKernel& kernel) {
  const auto result = run_own(kernel, {});
  return result.has_value() ? "" : result.error().message.in(Language::en);
}

TEST(OwnKernels, RunAndHandBackTheirBuffers) {
  const auto result = run_own(shift(), {});
  ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  EXPECT_EQ(result->verdict, trace::Verdict::unchecked);
  ASSERT_EQ(result->traces.size(), 1u);
  EXPECT_EQ(result->traces[0]->kernel, "shift");
  ASSERT_EQ(result->buffers.size(), 2u);
  EXPECT_EQ(result->buffers[1].name, "y");
  EXPECT_EQ(result->buffers[1].bytes, ints(10));
}

TEST(OwnKernels, AreComparedWithWhatIsExpected) {
  OwnKernel kernel = shift();
  kernel.expectations = {{"y", ints(10), {}}};
  EXPECT_EQ(run_own(kernel, {}).value().verdict, trace::Verdict::match);
  kernel.expectations[0].bytes[4 * 7] ^= std::byte{1};
  const trace::Run result = run_own(kernel, {}).value();
  EXPECT_EQ(result.verdict, trace::Verdict::mismatch);
  EXPECT_EQ(result.mismatch->buffer, "y");
  EXPECT_EQ(result.mismatch->element, 7u);
  EXPECT_EQ(result.mismatch->expected, "16");
  EXPECT_EQ(result.mismatch->actual, "17");
  EXPECT_EQ(result.mismatch->count, 1u);
}

TEST(OwnKernels, TakeContentsInPlaceOfAFill) {
  OwnKernel kernel = shift();
  std::get<OwnBuffer>(kernel.arguments[0]).contents = ints(100);
  EXPECT_EQ(run_own(kernel, {}).value().buffers[1].bytes, ints(110));
  std::get<OwnBuffer>(kernel.arguments[0]).contents = std::vector<std::byte>(12);
  EXPECT_EQ(error_of(kernel), "buffer x is 128 bytes, its contents are 12");
}

TEST(OwnKernels, OfAnotherNameOrArgumentsAreRefusedInOneLine) {
  OwnKernel kernel = shift();
  kernel.entry = "shaft";
  EXPECT_EQ(error_of(kernel), "shift.ptx has no kernel 'shaft', it has: shift");
  kernel = shift();
  kernel.arguments.pop_back();
  EXPECT_EQ(error_of(kernel), "shift takes 3 arguments, 2 were given");
  kernel = shift();
  kernel.arguments[2] = OwnScalar{"n", ElementType::f64, 0};
  EXPECT_EQ(error_of(kernel), "shift: parameter 3 is .u32, n is f64: give it as n:u32=VALUE");
  kernel = shift();
  kernel.arguments[2] = buffer("z", BufferRole::in, Fill::Kind::zero);
  EXPECT_EQ(error_of(kernel), "shift: parameter 3 is 4 bytes (.u32), z is 8");
  kernel = shift();
  std::get<OwnBuffer>(kernel.arguments[1]).name = "x";
  EXPECT_THAT(error_of(kernel), HasSubstr("two buffers are called x"));
  kernel = shift();
  std::get<OwnBuffer>(kernel.arguments[1]).count = 1ull << 62;
  EXPECT_THAT(error_of(kernel), AllOf(HasSubstr("buffer y"), HasSubstr("too large")));
  EXPECT_THAT(error_of(OwnKernel{}), HasSubstr("no kernel to run"));
}

TEST(OwnKernels, RefuseAnIntegerForAFloatAndTheReverse) {
  OwnKernel kernel = shift();
  kernel.arguments[2] = OwnScalar{"n", ElementType::f32, 0x41200000};
  EXPECT_EQ(error_of(kernel), "shift: parameter 3 is .u32, n is f32: give it as n:u32=VALUE");
  kernel = shift();
  std::string ptx = kShift;
  ptx.replace(ptx.find(".param .u32 n"), 13, ".param .f32 n");
  kernel.module = std::make_shared<const ptx::Module>(*ptx::parse(ptx, "shift.ptx"));
  EXPECT_EQ(error_of(kernel), "shift: parameter 3 is .f32, n is i32: give it as n:f32=VALUE");
  kernel.arguments[2] = OwnScalar{"n", ElementType::f32, 10};
  EXPECT_EQ(error_of(kernel), "");
}

TEST(OwnKernels, TakeAnythingForBitsWithoutAType) {
  OwnKernel kernel = shift();
  std::string ptx = kShift;
  ptx.replace(ptx.find(".param .u32 n"), 13, ".param .b32 n");
  kernel.module = std::make_shared<const ptx::Module>(*ptx::parse(ptx, "shift.ptx"));
  for (const ElementType type : {ElementType::f32, ElementType::i32, ElementType::u32}) {
    kernel.arguments[2] = OwnScalar{"n", type, 10};
    EXPECT_EQ(error_of(kernel), "");
  }
}

TEST(OwnKernels, RefuseExpectationsThatFitNoBuffer) {
  OwnKernel kernel = shift();
  kernel.expectations = {{"w", ints(0), {}}};
  EXPECT_EQ(error_of(kernel), "no buffer called w to compare");
  kernel.expectations = {{"y", std::vector<std::byte>(4), {}}};
  EXPECT_EQ(error_of(kernel), "buffer y is 128 bytes, what is expected of it 4");
}

TEST(OwnKernels, GivenTooFewElementsReadOutOfBoundsAsAFinding) {
  OwnKernel kernel = shift();
  std::get<OwnBuffer>(kernel.arguments[0]).count = 31;
  const trace::Run result = run_own(kernel, {}).value();
  const auto& findings = result.traces.at(0)->findings;
  ASSERT_FALSE(findings.empty());
  EXPECT_EQ(findings[0].kind, trace::FindingKind::out_of_bounds);
  EXPECT_EQ(findings[0].lane, 31u);
}

TEST(OwnKernels, ThatWriteWhatIsDeclaredAsInputDoSoAsAFinding) {
  OwnKernel kernel = shift();
  std::get<OwnBuffer>(kernel.arguments[1]).role = BufferRole::in;
  const trace::Run result = run_own(kernel, {}).value();
  const auto& findings = result.traces.at(0)->findings;
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, trace::FindingKind::read_only_write);
  EXPECT_EQ(findings[0].about, "y");
  EXPECT_EQ(result.buffers[1].bytes, ints(10));
}

// As --arg y:out:i32[32] says it.
OwnBuffer unset(std::string name) {
  OwnBuffer unset = buffer(std::move(name), BufferRole::out, Fill::Kind::zero);
  unset.fill = catalog::kUnset;
  return unset;
}

TEST(OwnKernels, ThatReadWhatNobodyWroteDoSoAsAFinding) {
  OwnKernel kernel = shift();
  for (const bool is_unset : {true, false}) {
    kernel.arguments[0] = is_unset ? unset("x") : buffer("x", BufferRole::out, Fill::Kind::zero);
    const trace::Run result = run_own(kernel, {}).value();
    const auto& findings = result.traces.at(0)->findings;
    ASSERT_EQ(findings.size(), is_unset ? 1u : 0u);
    if (!is_unset) continue;
    EXPECT_EQ(findings[0].kind, trace::FindingKind::uninitialized_read);
    EXPECT_EQ(findings[0].about, "x");
  }
}

TEST(OwnKernels, ReadWhatALaunchBeforeHasWritten) {
  for (const std::uint64_t written : {32u, 31u}) {
    OwnKernel kernel = shift();
    kernel.arguments[1] = unset("y");
    kernel.block = {static_cast<std::uint32_t>(written), 1, 1};
    OwnLaunch next;
    next.block = {32, 1, 1};
    next.arguments = {OwnReference{"y"}, unset("z"), OwnReference{"n"}};
    kernel.then = {next};
    const trace::Run result = run_own(kernel, {}).value();
    EXPECT_TRUE(result.traces.at(0)->findings.empty());
    EXPECT_EQ(result.traces.at(1)->findings.size(), 32 - written);
  }
}

TEST(OwnKernels, FollowEachOtherOnTheSameBuffers) {
  OwnKernel kernel = shift();
  OwnLaunch back;
  back.block = {32, 1, 1};
  back.arguments = {OwnReference{"y"}, OwnReference{"x"}, OwnReference{"n"}};
  kernel.then = {back};
  kernel.expectations = {{"y", ints(10), {}}, {"x", ints(20), {}}};
  const auto result = run_own(kernel, {});
  ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  EXPECT_EQ(result->verdict, trace::Verdict::match);
  EXPECT_EQ(result->traces.size(), 2u);
}

TEST(OwnKernels, TakeStructuresWithPointersToNamedBuffers) {
  OwnKernel kernel = shift();
  kernel.buffers = {buffer("x", BufferRole::in, Fill::Kind::iota)};
  kernel.arguments[0] = OwnStructure{"pointer", std::vector<std::byte>(8), {{0, "x"}}};
  kernel.expectations = {{"y", ints(10), {}}};
  const auto result = run_own(kernel, {});
  ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  EXPECT_EQ(result->verdict, trace::Verdict::match);
}

TEST(OwnKernels, TakePointersIntoBuffers) {
  OwnKernel kernel = shift();
  OwnBuffer both = buffer("x", BufferRole::inout, Fill::Kind::iota);
  both.count = 64;
  kernel.buffers = {both};
  kernel.arguments[0] = OwnReference{"x", 12};
  kernel.arguments[1] = OwnStructure{"pointer", std::vector<std::byte>(8), {{0, "x", 32}}};
  auto expected = ints(0);
  const auto shifted = ints(22);
  expected.insert(expected.end(), shifted.begin(), shifted.end());
  // Element 12 + i, and 32 + i is written by lane i after lane i + 20 has read it.
  kernel.expectations = {{"x", expected, {}}};
  const auto result = run_own(kernel, {});
  ASSERT_TRUE(result.has_value()) << result.error().message.in(Language::en);
  EXPECT_EQ(result->verdict, trace::Verdict::match);
  kernel.arguments[0] = OwnReference{"x", 64};
  EXPECT_THAT(error_of(kernel), HasSubstr("x+64 is outside: x has 64 elements"));
}

TEST(OwnKernels, NamesThatNothingHasAreErrors) {
  OwnKernel kernel = shift();
  kernel.arguments[0] = OwnReference{"z"};
  EXPECT_THAT(error_of(kernel), HasSubstr("'z'"));
  kernel.arguments[0] = OwnStructure{"pointer", std::vector<std::byte>(8), {{0, "w"}}};
  EXPECT_THAT(error_of(kernel), HasSubstr("'w'"));
}

}  // namespace
}  // namespace warplens::run
