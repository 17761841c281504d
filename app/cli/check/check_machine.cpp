#include "app/cli/check/check_machine.h"

#include "kernels/device/event_timer.h"
#include "kernels/run/executed_code.h"
#include "kernels/run/gpu_plan.h"
#include "kernels/run/run_plan.h"
#include "viz/analysis/access_cost.h"

namespace warplens::cli {

namespace {

using run::PlannedVariant;
using Untouched = Result<std::optional<run::Mismatch>>;

run::PlanTarget target_of(const PlannedVariant& planned) {
  return {planned.found.family->name + "/" + planned.found.variant->name, planned.module};
}

Untouched run_untouched(const device::Gpu& gpu, const PlannedVariant& planned) {
  const catalog::Plan& plan = planned.plan;
  run::DeviceBuffers buffers;
  for (const catalog::BufferSpec& spec : plan.buffers) {
    const Result<void> added = buffers.add(spec);
    if (!added.has_value()) return fail(added.error());
  }
  const run::ExpectedBuffers expected(plan, buffers);
  auto prepared = run::GpuPlan::prepare(gpu, *planned.module, plan.steps, buffers);
  if (!prepared.has_value()) return fail(prepared.error());
  device::EventTimer timer(gpu);
  Result<void> done = prepared->run(timer);
  if (done.has_value()) done = gpu.synchronize();
  if (done.has_value()) done = prepared->buffers().download_results(buffers);
  if (!done.has_value()) return fail(done.error());
  return expected.compare_with(buffers, plan.tolerance);
}

Result<std::vector<sass::Access>> accesses_of(const device::Description& gpu,
                                              const PlannedVariant& planned) {
  const auto capability = static_cast<std::uint32_t>(10 * gpu.compute_major + gpu.compute_minor);
  const std::string name = target_of(planned).name;
  auto code = run::executed_code(run::code_sources(), {name, &planned.module->text}, capability);
  if (!code.has_value()) return fail(code.error());
  return std::move(code->accesses);
}

// The instrumented kernels, and what the untouched ones count where `counters` may be read.
CheckBackends::Run run_on(std::shared_ptr<const device::Gpu> gpu,
                          const Result<device::Counters>& counters, run::Options options) {
  options.gpu = std::move(gpu);
  if (counters.has_value()) {
    options.metrics = analysis::predicted_metrics();
    options.counters = std::make_shared<const device::Counters>(*counters);
  }
  return [options, why = counters.has_value() ? "" : counters.error().message.en](
             const PlannedVariant& planned) {
    Result<run::RunResult> result = run_plan(planned.plan, target_of(planned), options);
    if (result.has_value() && !why.empty()) result->why_no_counters = why;
    return result;
  };
}

}  // namespace

CheckBackends check_backends(std::shared_ptr<const device::Gpu> gpu, run::Options how) {
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
  backends.sass = [gpu](const PlannedVariant& planned) {
    return accesses_of(gpu->description(), planned);
  };
  return backends;
}

}  // namespace warplens::cli
