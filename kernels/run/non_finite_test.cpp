#include "kernels/run/non_finite.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <limits>
#include <stop_token>

#include "kernels/ptx/parser.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/own_plan.h"

namespace warplens::run {
namespace {

using catalog::BufferRole;
using catalog::ElementType;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInfinity = std::numeric_limits<float>::infinity();

// y[i] = x[i] / by for i < 32, one warp.
constexpr const char* kDivide = R"(.version 7.0
.target sm_75
.address_size 64
.visible .entry divide(.param .u64 x, .param .u64 y, .param .f32 by)
{
  .reg .b32 %r<2>;
  .reg .f32 %f<4>;
  .reg .b64 %rd<6>;
  .loc 1 3 1
  ld.param.u64 %rd1, [x];
  ld.param.u64 %rd2, [y];
  ld.param.f32 %f1, [by];
  mov.u32 %r1, %tid.x;
  mul.wide.u32 %rd3, %r1, 4;
  add.s64 %rd4, %rd1, %rd3;
  add.s64 %rd5, %rd2, %rd3;
  ld.global.f32 %f2, [%rd4];
  .loc 1 4 1
  div.rn.f32 %f3, %f2, %f1;
  .loc 1 5 1
  st.global.f32 [%rd5], %f3;
  ret;
}
.file 1 "divide.cu"
)";

std::vector<std::byte> bytes_of(const std::vector<float>& values) {
  const auto bytes = std::as_bytes(std::span(values));
  return {bytes.begin(), bytes.end()};
}

// Of 32 ones but for what `x` begins with.
OwnKernel divide(std::vector<float> x, float by) {
  x.resize(32, 1);
  OwnKernel kernel;
  auto module = ptx::parse(kDivide, "divide.ptx");
  EXPECT_TRUE(module.has_value()) << module.error().message.in(Language::en);
  kernel.module = std::make_shared<const ptx::Module>(std::move(*module));
  kernel.block = {32, 1, 1};
  kernel.arguments = {OwnBuffer{"x", BufferRole::in, ElementType::f32, 32, {}, bytes_of(x)},
                      OwnBuffer{"y", BufferRole::out, ElementType::f32, 32, catalog::kUnset, {}},
                      OwnScalar{"by", ElementType::f32, std::bit_cast<std::uint32_t>(by)}};
  return kernel;
}

std::vector<trace::Finding> findings_of(const OwnKernel& kernel, const Options& options = {}) {
  const auto run = run_own(kernel, options);
  EXPECT_TRUE(run.has_value()) << run.error().message.in(Language::en);
  return run.has_value() ? run->traces.at(0)->findings : std::vector<trace::Finding>();
}

TEST(NonFiniteResults, AreFoundWhereTheyAreMade) {
  const auto findings = findings_of(divide({1, 3e38f, 0.5f, 2e38f}, 0.5f));
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, trace::FindingKind::non_finite);
  EXPECT_EQ(findings[0].severity, trace::Severity::information);
  EXPECT_EQ(findings[0].line, 4u);
  EXPECT_EQ(findings[0].occurrences, 2u);
  EXPECT_EQ(findings[0].message.in(Language::en),
            "divide.cu:4: block (0, 0, 0) warp 0 lane 1: makes an infinity of finite numbers: "
            "3e+38 / 0.5");
}

TEST(NonFiniteResults, LeaveTheTraceAsItWasButForTheirFinding) {
  Options options;
  std::uint64_t readers = 0;
  options.reader = [&](const std::string&, const ptx::Module&) {
    ++readers;
    return nullptr;
  };
  const trace::Run with = run_own(divide({}, 0), options).value();
  EXPECT_EQ(readers, 1u);
  const trace::Run without = run_own(divide({}, 1), options).value();
  EXPECT_EQ(with.traces[0]->lane_instructions, without.traces[0]->lane_instructions);
  EXPECT_EQ(with.traces[0]->events, without.traces[0]->events);
  EXPECT_EQ(with.traces[0]->totals, without.traces[0]->totals);
  ASSERT_EQ(with.buffers.size(), 2u);
  EXPECT_EQ(with.buffers[1].bytes, bytes_of(std::vector<float>(32, kInfinity)));
}

TEST(NonFiniteResults, OfWhatTheKernelIsGivenAreItsInputs) {
  EXPECT_THAT(findings_of(divide({kNan, 1e38f}, 1e-38f)), IsEmpty());
  EXPECT_THAT(findings_of(divide({1, kInfinity}, 0)), IsEmpty());
  EXPECT_THAT(findings_of(divide({}, kNan)), IsEmpty());
  // One that is read and written holds it before.
  OwnKernel kernel = divide({}, 0);
  auto& y = std::get<OwnBuffer>(kernel.arguments[1]);
  y.role = BufferRole::inout;
  y.contents = bytes_of(std::vector<float>(32, kInfinity));
  EXPECT_THAT(findings_of(kernel), IsEmpty());
}

TEST(NonFiniteResults, AreLookedForInEveryLaunch) {
  OwnKernel kernel = divide({}, 2);
  OwnLaunch next = kernel;
  next.arguments[0] = OwnReference{"y"};
  next.arguments[1] = OwnBuffer{"z", BufferRole::out, ElementType::f32, 32, catalog::kUnset, {}};
  next.arguments[2] = OwnScalar{"zero", ElementType::f32, 0};
  kernel.then = {next};
  const trace::Run run = run_own(kernel, {}).value();
  ASSERT_EQ(run.traces.size(), 2u);
  EXPECT_THAT(run.traces[0]->findings, IsEmpty());
  ASSERT_EQ(run.traces[1]->findings.size(), 1u);
  EXPECT_THAT(run.traces[1]->findings[0].message.in(Language::en), HasSubstr("0.5 / 0"));
}

TEST(NonFiniteResults, AreLookedForOnlyWhereThereAreSome) {
  const auto looks = [](const OwnKernel& kernel) {
    OwnPlan plan = plan_own(kernel, kAnyMemory).value();
    const PlanTarget target{{}, kernel.module};
    trace::Run run = run_steps(plan.steps, target, plan.buffers, {}).value();
    bool is_made_again = false;
    const auto make = [&]() -> Result<DeviceBuffers> {
      is_made_again = true;
      return std::move(plan_own(kernel, kAnyMemory).value().buffers);
    };
    find_non_finite(plan.steps, target, {}, plan.buffers, make, run);
    return is_made_again;
  };
  EXPECT_FALSE(looks(divide({}, 1)));
  EXPECT_TRUE(looks(divide({}, 0)));
  EXPECT_FALSE(looks(divide({}, kNan)));
}

TEST(NonFiniteResults, AreLeftOutWhereTheLaunchIsStopped) {
  std::stop_source halt;
  halt.request_stop();
  Options options;
  options.machine.halt = halt.get_token();
  for (const trace::Finding& finding : findings_of(divide({}, 0), options)) {
    EXPECT_EQ(finding.kind, trace::FindingKind::no_end);
  }
}

TEST(NonFiniteResults, AreBuffersOfFloatingPointThatHoldANanOrAnInfinity) {
  std::vector<float> numbers(100'000, std::numeric_limits<float>::max());
  EXPECT_FALSE(has_non_finite(ElementType::f32, bytes_of(numbers)));
  numbers.back() = -kInfinity;
  EXPECT_TRUE(has_non_finite(ElementType::f32, bytes_of(numbers)));
  EXPECT_FALSE(has_non_finite(ElementType::i32, bytes_of(numbers)));
  numbers.back() = 1;
  numbers[50'000] = kNan;
  EXPECT_TRUE(has_non_finite(ElementType::f32, bytes_of(numbers)));
  const auto of = [](ElementType type, auto bits) {
    return has_non_finite(type, std::as_bytes(std::span(&bits, 1)));
  };
  EXPECT_TRUE(of(ElementType::f16, std::uint16_t{0xfc00}));
  EXPECT_FALSE(of(ElementType::f16, std::uint16_t{0x7bff}));
  EXPECT_TRUE(of(ElementType::bf16, std::uint16_t{0x7f80}));
  EXPECT_FALSE(of(ElementType::bf16, std::uint16_t{0x7c00}));
  EXPECT_TRUE(of(ElementType::f64, std::uint64_t{0x7ff8'0000'0000'0000}));
  EXPECT_FALSE(of(ElementType::f64, std::uint64_t{0x7f80'0000'7f80'0000}));
}

}  // namespace
}  // namespace warplens::run
