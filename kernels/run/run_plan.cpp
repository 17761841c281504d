#include "kernels/run/run_plan.h"

#include "kernels/run/device_buffers.h"
#include "kernels/run/gpu_trace.h"
#include "kernels/run/launch.h"

namespace warplens::run {
namespace {

using catalog::HostStep;
using catalog::LaunchStep;
using catalog::Plan;

Result<void> allocate(const Plan& plan, DeviceBuffers& buffers) {
  for (const catalog::BufferSpec& spec : plan.buffers) {
    Result<void> added = buffers.add(spec);
    if (!added.has_value()) return added;
  }
  return {};
}

Result<void> run_steps(const Plan& plan, const PlanTarget& target, DeviceBuffers& buffers,
                       const machine::RunOptions& options, RunResult& result) {
  for (const catalog::Step& step : plan.steps) {
    if (options.stop.stop_requested()) return fail("cancelled");
    if (const auto* host = std::get_if<HostStep>(&step)) {
      host->action(buffers);
      continue;
    }
    auto trace = launch(target.module, target.name, std::get<LaunchStep>(step), buffers, options);
    if (!trace.has_value()) return fail(trace.error());
    result.traces.push_back(std::move(*trace));
  }
  return {};
}

}  // namespace

Result<RunResult> run_plan(const Plan& plan, const PlanTarget& target, const Options& options) {
  if (options.gpu != nullptr) return trace_plan_on_gpu(plan, target, options);
  DeviceBuffers buffers;
  const Result<void> allocated = allocate(plan, buffers);
  if (!allocated.has_value()) return fail(allocated.error());
  std::optional<ExpectedBuffers> expected;
  if (plan.reference) expected.emplace(plan, buffers);

  RunResult result;
  const Result<void> done = run_steps(plan, target, buffers, options.machine, result);
  if (!done.has_value()) return fail(done.error());
  if (expected.has_value()) {
    result.mismatch = expected->compare_with(buffers, plan.tolerance);
    result.verdict = result.mismatch.has_value() ? Verdict::mismatch : Verdict::match;
  }
  if (options.keep_buffers) result.buffers = buffers.copies();
  return result;
}

}  // namespace warplens::run
