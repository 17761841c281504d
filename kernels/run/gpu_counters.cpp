#include "kernels/run/gpu_counters.h"

#include "kernels/run/gpu_plan.h"

namespace warplens::run {

namespace {

Result<device::Counters> counters_of(const Options& options) {
  if (options.counters != nullptr) return *options.counters;
  return device::Counters::open(*options.gpu);
}

}  // namespace

Result<std::vector<CounterValues>> count_on_gpu(std::span<const catalog::Step> steps,
                                                const PlanTarget& target, DeviceBuffers& initial,
                                                const Options& options) {
  const Result<device::Counters> counters = counters_of(options);
  if (!counters.has_value()) return fail(counters.error());
  auto plan = GpuPlan::prepare(*options.gpu, *target.module, steps, initial);
  if (!plan.has_value()) return fail(plan.error());
  std::vector<CounterValues> launches;
  const auto count = [&](const std::function<Result<void>()>& launch) -> Result<void> {
    if (options.machine.stop.stop_requested()) return fail_in_both("cancelled", "已取消");
    const auto values = counters->read(options.metrics, launch);
    if (!values.has_value()) return fail(values.error());
    CounterValues& named = launches.emplace_back();
    for (std::size_t i = 0; i < values->size(); ++i) named[options.metrics[i]] = (*values)[i];
    return {};
  };
  const Result<void> ran = plan->run_each(count);
  if (!ran.has_value()) return fail(ran.error());
  return launches;
}

}  // namespace warplens::run
