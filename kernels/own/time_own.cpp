#include "kernels/own/time_own.h"

#include "kernels/base/stopped.h"
#include "kernels/run/gpu_plan.h"
#include "kernels/run/own_expected.h"
#include "kernels/run/own_plan.h"

namespace warplens::own {
namespace {

// Runs it once, and holds what it leaves against what is expected.
Result<void> check_own(const device::Gpu& gpu, const run::OwnExpected& expected,
                       run::GpuPlan& prepared, run::DeviceBuffers& buffers, OwnTiming& own) {
  device::EventTimer timer(gpu);
  TRY(prepared.run(timer));
  TRY(gpu.synchronize());
  if (expected.is_empty()) return {};
  TRY(prepared.buffers().download_results(buffers));
  TRY(auto mismatch, expected.compare_with(buffers));
  own.mismatch = std::move(mismatch);
  own.result = own.mismatch.has_value() ? trace::Verdict::mismatch : trace::Verdict::match;
  return {};
}

}  // namespace

Result<OwnTiming> time_own(const std::shared_ptr<const device::Gpu>& gpu,
                           const run::OwnKernel& kernel, std::uint64_t memory,
                           const timing::Repeating& repeating, const std::stop_token& stop) {
  if (!kernel.why_not_on_gpu.empty()) return fail(kernel.why_not_on_gpu);
  TRY(auto plan, run::plan_own(kernel, memory));
  run::Options how;
  how.memory = memory;
  how.gpu = gpu;
  TRY(const auto expected, run::OwnExpected::make(kernel, plan.buffers, how));
  if (is_stopped(stop)) return fail(tr("cancelled"));
  TRY(auto prepared,
      run::GpuPlan::prepare(*gpu, run::target_of(kernel, plan), plan.steps, plan.buffers));
  OwnTiming own;
  TRY(check_own(*gpu, expected, prepared, plan.buffers, own));
  if (own.mismatch.has_value()) return own;
  TRY(const auto seconds,
      timing::measure(
          *gpu, [&](device::EventTimer& timer) { return prepared.run(timer); }, repeating, stop));
  own.seconds = seconds;
  own.buffer_bytes = prepared.buffers().total_bytes();
  own.fits_in_l2 = own.buffer_bytes <= gpu->description().l2_bytes;
  return own;
}

}  // namespace warplens::own
