// The catalogue's plans on the simulated driver (tests/simulated_cuda).
#include "kernels/run/gpu_plan.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <optional>

#include "kernels/run/expected_result.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/own_plan.h"
#include "kernels/run/run.h"
#include "tests/simulated_cuda/use.h"

namespace warplens::run {
namespace {

class GpuPlans : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(simulated::use_simulated_driver());
    gpu_.emplace(device::Gpu::open(device::Driver::open().value()).value());
  }

  // Nothing: the result is right.
  std::optional<trace::Mismatch> run(std::string_view name,
                                     const catalog::Parameters& settings = {}) {
    const auto [family, variant] = catalogue_.find(name).value();
    const auto parameters = complete(*family, *variant, settings).value();
    const catalog::Plan plan = variant->plan(parameters).value();
    DeviceBuffers buffers;
    for (const catalog::BufferSpec& spec : plan.buffers) {
      EXPECT_TRUE(buffers.add(spec).has_value());
    }
    const ExpectedResult expected(*family, *variant, parameters, plan, buffers);
    EXPECT_TRUE(expected.is_whole());
    auto prepared = GpuPlan::prepare(
        *gpu_, PlanTarget{{}, catalogue_.module(*family, *variant).value()}, plan.steps, buffers);
    EXPECT_TRUE(prepared.has_value()) << prepared.error().message.in(Language::en);
    device::EventTimer timer(*gpu_);
    const Result<void> ran = prepared->run(timer);
    EXPECT_TRUE(ran.has_value()) << ran.error().message.in(Language::en);
    EXPECT_GT(timer.seconds().value(), 0);
    EXPECT_TRUE(prepared->buffers().download_results(buffers).has_value());
    return expected.compare_with(buffers);
  }

  const Catalogue catalogue_ = Catalogue::open(WARPLENS_SOURCE_DIR "/assets").value();
  std::optional<device::Gpu> gpu_;
};

TEST_F(GpuPlans, OfEveryRightVariantGiveWhatTheReferenceSays) {
  for (const catalog::Family& family : catalogue_.families()) {
    for (const catalog::Variant& variant : family.variants) {
      if (variant.broken) continue;
      const std::string name = family.name + "/" + variant.name;
      const auto wrong = run(name);
      EXPECT_FALSE(wrong.has_value()) << name << ": " << wrong->buffer << " " << wrong->actual;
    }
  }
}

TEST_F(GpuPlans, KeepOffsetsAndPitches) {
  EXPECT_FALSE(
      run("add/misaligned_shuffle", {{"n", 999}, {"offset_a", 1}, {"offset_b", 2}, {"offset_c", 3}})
          .has_value());
  EXPECT_FALSE(run("gemm/pitched", {{"m", 33}, {"n", 65}, {"k", 17}}).has_value());
}

TEST_F(GpuPlans, RunHostStepsBetweenLaunches) {
  for (const std::int64_t operation : {0, 1, 2}) {
    EXPECT_FALSE(run("reduce/two_pass", {{"operation", operation}}).has_value());
    EXPECT_FALSE(run("reduce/atomic", {{"operation", operation}}).has_value());
  }
}

TEST_F(GpuPlans, RunAgainFromWhereTheyAre) {
  const auto [family, variant] = catalogue_.find("invert/pixel").value();
  const catalog::Plan plan = variant->plan(complete(*family, *variant, {}).value()).value();
  DeviceBuffers buffers;
  ASSERT_TRUE(buffers.add(plan.buffers[0]).has_value());
  const auto before = buffers.bytes("image");
  const std::vector<std::byte> image(before.begin(), before.end());
  auto prepared = GpuPlan::prepare(
      *gpu_, PlanTarget{{}, catalogue_.module(*family, *variant).value()}, plan.steps, buffers);
  ASSERT_TRUE(prepared.has_value());
  device::EventTimer timer(*gpu_);
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(prepared->run(timer).has_value());
  ASSERT_TRUE(prepared->buffers().download_results(buffers).has_value());
  EXPECT_TRUE(std::ranges::equal(image, buffers.bytes("image"))) << "inverted twice";
}

TEST_F(GpuPlans, SayWhatDoesNotFit) {
  const auto [family, variant] = catalogue_.find("transpose/tile").value();
  const auto module = catalogue_.module(*family, *variant).value();
  catalog::Plan plan = variant->plan(complete(*family, *variant, {}).value()).value();
  DeviceBuffers buffers;
  for (const catalog::BufferSpec& spec : plan.buffers) {
    ASSERT_TRUE(buffers.add(spec).has_value());
  }
  auto& launch = std::get<catalog::LaunchStep>(plan.steps[0]);
  launch.arguments.pop_back();
  EXPECT_THAT(GpuPlan::prepare(*gpu_, PlanTarget{{}, module}, plan.steps, buffers)
                  .error()
                  .message.in(Language::en),
              testing::HasSubstr("takes 4 arguments, 3 were given"));
  launch.arguments.emplace_back(catalog::BufferArgument{"nowhere"});
  EXPECT_THAT(GpuPlan::prepare(*gpu_, PlanTarget{{}, module}, plan.steps, buffers)
                  .error()
                  .message.in(Language::en),
              testing::HasSubstr("no buffer called nowhere"));
}

// A tile of 16 × 32 of a matrix of 64 columns, whose map lies in a buffer.
TEST_F(GpuPlans, PutTensorMapsWhereKernelsArePassedPointersToThem) {
  OwnKernel kernel;
  kernel.module = load_kernel_file(WARPLENS_SOURCE_DIR "/tests/cli/data/tiles.ptx").value().module;
  kernel.entry = "one_tile";
  kernel.grid = {1, 1, 1};
  kernel.block = {32, 1, 1};
  OwnTensorMap map;
  map.name = "in";
  map.map.sizes = {64, 20};
  map.map.strides = {256};
  map.map.box = {32, 16};
  OwnBuffer& data = map.data.emplace();
  data.name = "data";
  data.count = 64 * 20;
  data.fill.kind = catalog::Fill::Kind::iota;
  OwnBuffer out;
  out.name = "out";
  out.role = catalog::BufferRole::out;
  out.count = 16 * 32;
  kernel.arguments = {map, out, OwnScalar{"x", catalog::ElementType::i32, 8},
                      OwnScalar{"y", catalog::ElementType::i32, 2}};
  OwnPlan plan = plan_own(kernel, std::uint64_t{1} << 30).value();
  auto prepared = GpuPlan::prepare(*gpu_, target_of(kernel, plan), plan.steps, plan.buffers);
  ASSERT_TRUE(prepared.has_value()) << prepared.error().message.in(Language::en);
  device::EventTimer timer(*gpu_);
  ASSERT_TRUE(prepared->run(timer).has_value());
  ASSERT_TRUE(prepared->buffers().download_results(plan.buffers).has_value());
  const std::span<const float> tile = plan.buffers.as<float>("out");
  for (std::size_t i = 0; i < tile.size(); ++i)
    ASSERT_EQ(tile[i], static_cast<float>((i / 32 + 2) * 64 + i % 32 + 8)) << i;
}

}  // namespace
}  // namespace warplens::run
