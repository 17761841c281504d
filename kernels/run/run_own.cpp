#include "kernels/run/own_expected.h"
#include "kernels/run/own_kernel.h"
#include "kernels/run/own_plan.h"
#include "kernels/run/run_plan.h"

namespace warplens::run {

Result<trace::Run> run_own(const OwnKernel& kernel, const Options& options) {
  TRY(auto plan, plan_own(kernel, options.memory));
  DeviceBuffers& buffers = plan.buffers;
  TRY(const auto expected, OwnExpected::make(kernel, buffers, options));

  TRY(trace::Run result, run_steps(plan.steps, {{}, kernel.module}, buffers, options));
  if (!expected.is_empty() && !was_stopped(result)) {
    result.mismatch = expected.compare_with(buffers);
    result.verdict = result.mismatch.has_value() ? trace::Verdict::mismatch : trace::Verdict::match;
  }
  if (options.keep_buffers) result.buffers = buffers.copies();
  result.sources = kernel.sources;
  result.ptx = kernel.ptx;
  return result;
}

}  // namespace warplens::run
