// Every kernel of the catalogue traced on a GPU, against the interpreter. Skipped without one.
//
// Compared are what analysis::parity() compares, and the results' bits where blocks cannot tell in
// which order they ran. `warplens check` compares more, at other sizes; here are larger ones, and
// records read in windows of a few blocks.
#include <gtest/gtest.h>

#include "kernels/run/run_plan.h"
#include "tests/instrumented/plans.h"
#include "viz/analysis/parity.h"

namespace warplens {
namespace {

std::shared_ptr<const device::Gpu> gpu() {
  static const auto opened = []() -> std::shared_ptr<const device::Gpu> {
    const auto driver = device::Driver::open();
    if (!driver.has_value()) return nullptr;
    auto gpu = device::Gpu::open(*driver);
    return gpu.has_value() ? std::make_shared<const device::Gpu>(std::move(*gpu)) : nullptr;
  }();
  return opened;
}

void expect_parity(const trace::Trace& cpu, const trace::Trace& own) {
  const analysis::Parity parity = analysis::parity(cpu, own);
  EXPECT_TRUE(parity.is_equal()) << parity.incomparable;
  EXPECT_EQ(parity.masks_different, 0u);
  for (const auto& difference : parity.differences) ADD_FAILURE() << text_of(difference, cpu);
}

void expect_same_bits(const trace::Run& cpu, const trace::Run& own) {
  for (std::size_t i = 0; i < cpu.buffers.size(); ++i) {
    EXPECT_EQ(own.buffers[i].bytes, cpu.buffers[i].bytes) << cpu.buffers[i].name;
  }
}

void check_plan(const SmallPlan& small, std::uint64_t window_bytes) {
  run::Options options;
  const auto cpu = run_plan(small.plan, {small.name, small.module}, options);
  ASSERT_TRUE(cpu.has_value()) << cpu.error().message.in(Language::en);
  options.gpu = gpu();
  options.gpu_window_bytes = window_bytes;
  const auto own = run_plan(small.plan, {small.name, small.module}, options);
  ASSERT_TRUE(own.has_value()) << own.error().message.in(Language::en);
  for (const Text& note : own->notes) ADD_FAILURE() << note.in(Language::en);
  ASSERT_EQ(own->traces.size(), cpu->traces.size());
  bool any_order = false;
  for (std::size_t i = 0; i < cpu->traces.size(); ++i) {
    expect_parity(*cpu->traces[i], *own->traces[i]);
    any_order = any_order || cpu->traces[i]->order_dependent;
  }
  EXPECT_EQ(own->verdict, cpu->verdict);
  if (!any_order) expect_same_bits(*cpu, *own);
}

void check_catalogue(std::int64_t most, std::int64_t odd, std::uint64_t window_bytes) {
  if (gpu() == nullptr) {
    GTEST_SKIP() << "there is no GPU: " << device::Driver::open().error().message.in(Language::en);
  }
  const int plans = each_plan(most, odd, [&](const SmallPlan& small) {
    if (!small.is_broken) check_plan(small, window_bytes);  // a race's outcome is nobody's to say
  });
  EXPECT_GT(plans, 30);
}

TEST(OnAGpu, EveryKernelRecordsWhatTheInterpreterDoes) {
  check_catalogue(1 << 14, 0, std::uint64_t{256} << 20);
}
TEST(OnAGpu, WindowsOfAFewBlocksGiveTheSame) {
  check_catalogue(1 << 12, 3, std::uint64_t{7} << 20);
}

}  // namespace
}  // namespace warplens
