#include "app/cli/text/check_machine.h"

#include "app/session/kernel_result.h"
#include "app/session/shared_gpu.h"
#include "kernels/cost/access_cost.h"
#include "kernels/device/event_timer.h"
#include "kernels/run/executed_code.h"
#include "kernels/run/gpu_plan.h"
#include "kernels/run/own_expected.h"
#include "kernels/run/own_plan.h"
#include "kernels/run/run_plan.h"

namespace warplens::cli {

namespace {

using run::PlannedVariant;
using Untouched = Result<std::optional<trace::Mismatch>>;

run::PlanTarget target_of(const PlannedVariant& planned) {
  return {planned.found.family->name + "/" + planned.found.variant->name, planned.module};
}

Result<void> run_once(const device::Gpu& gpu, Result<run::GpuPlan> prepared,
                      run::DeviceBuffers& buffers) {
  TRY(prepared);
  device::EventTimer timer(gpu);
  TRY(prepared->run(timer));
  TRY(gpu.synchronize());
  return prepared->buffers().download_results(buffers);
}

Untouched run_untouched(const run::OwnKernel& kernel, const run::Options& how) {
  if (!kernel.why_not_on_gpu.empty()) return fail(kernel.why_not_on_gpu);
  TRY(auto plan, run::plan_own(kernel, how.memory));
  TRY(const auto expected, run::OwnExpected::make(kernel, plan.buffers, how));
  const Result<void> ran = run_once(
      *how.gpu,
      run::GpuPlan::prepare(*how.gpu, run::target_of(kernel, plan), plan.steps, plan.buffers),
      plan.buffers);
  if (!ran.has_value()) return fail(ran.error());
  return expected.compare_with(plan.buffers);
}

Untouched run_untouched(const device::Gpu& gpu, const PlannedVariant& planned) {
  const catalog::Plan& plan = planned.plan;
  run::DeviceBuffers buffers;
  for (const catalog::BufferSpec& spec : plan.buffers) {
    TRY(buffers.add(spec));
  }
  const run::ExpectedBuffers expected(plan, buffers);
  TRY(run_once(gpu, run::GpuPlan::prepare(gpu, target_of(planned), plan.steps, buffers), buffers));
  return expected.compare_with(buffers, plan.tolerance);
}

Result<std::vector<sass::Access>> accesses_of(const device::Description& gpu,
                                              const std::string& name, const ptx::Module& module,
                                              const run::ProcessLimits& tools) {
  const auto capability = static_cast<std::uint32_t>(10 * gpu.compute_major + gpu.compute_minor);
  TRY(auto code, run::executed_code(run::code_sources(tools), {name, &module.text}, capability));
  return std::move(code.accesses);
}

// With what is counted of the untouched kernels where `counters` may be read.
run::Options options_on(std::shared_ptr<const device::Gpu> gpu,
                        const Result<device::Counters>& counters, run::Options options) {
  options.gpu = std::move(gpu);
  if (counters.has_value()) {
    options.metrics = analysis::predicted_metrics();
    options.counters = std::make_shared<const device::Counters>(*counters);
  }
  return options;
}

// The instrumented kernels.
CheckBackends::Run run_on(const std::shared_ptr<const device::Gpu>& gpu,
                          const Result<device::Counters>& counters, const run::Options& how) {
  return [options = options_on(gpu, counters, how),
          why = counters.has_value() ? "" : counters.error().message.in(Language::en)](
             const PlannedVariant& planned) {
    Result<trace::Run> result = run_plan(planned.plan, target_of(planned), options);
    if (result.has_value() && !why.empty()) result->why_no_counters = why;
    return result;
  };
}

// The machine's sums were held against a GPU of compute capability 9.0 alone (docs/PTX.md).
bool sums_are_measured(const device::Gpu& gpu) {
  const device::Description& description = gpu.description();
  return description.compute_major == 9 && description.compute_minor == 0;
}

}  // namespace

CheckBackends check_backends(std::shared_ptr<const device::Gpu> gpu, run::Options how,
                             const run::ProcessLimits& tools) {
  how.machine.cost = analysis::add_cost;
  CheckBackends backends;
  backends.cpu = [how](const PlannedVariant& planned, std::optional<std::uint64_t> order) {
    run::Options options = how;
    options.machine.order_seed = order;
    return run_plan(planned.plan, target_of(planned), options);
  };
  backends.gpu = run_on(gpu, device::Counters::open(*gpu), how);
  backends.untouched = [gpu](const PlannedVariant& planned) {
    return run_untouched(*gpu, planned);
  };
  backends.sums_are_measured = sums_are_measured(*gpu);
  backends.sass = [gpu, tools](const PlannedVariant& planned) {
    return accesses_of(gpu->description(), target_of(planned).name, *planned.module, tools);
  };
  return backends;
}

CheckRuns own_check_runs(const run::OwnKernel& kernel,
                         const std::shared_ptr<const device::Gpu>& gpu, run::Options how,
                         const run::ProcessLimits& tools) {
  how.machine.cost = analysis::add_cost;
  CheckRuns runs;
  runs.cpu = [how, &kernel](std::optional<std::uint64_t> order) {
    run::Options options = how;
    options.machine.order_seed = order;
    return run::run_own(kernel, options);
  };
  runs.in_order = [how, &kernel](const CheckedOrder& order) {
    run::Options options = how;
    order.apply(options.machine);
    options.machine.block_count = 0;
    return run::run_own(kernel, options);
  };
  if (gpu == nullptr) return runs;
  const auto counters = device::Counters::open(*gpu);
  runs.gpu = [options = options_on(gpu, counters, how),
              why = counters.has_value() ? "" : counters.error().message.in(Language::en),
              &kernel] {
    Result<trace::Run> result = run::run_own(kernel, options);
    if (result.has_value() && !why.empty()) result->why_no_counters = why;
    return result;
  };
  runs.sums_are_measured = sums_are_measured(*gpu);
  how.gpu = gpu;
  runs.untouched = [how, &kernel] { return run_untouched(kernel, how); };
  runs.sass = [gpu, &kernel, tools] {
    return accesses_of(gpu->description(), "", *kernel.module, tools);
  };
  return runs;
}

}  // namespace warplens::cli
