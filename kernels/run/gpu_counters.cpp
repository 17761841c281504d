#include "kernels/run/gpu_counters.h"

#include "kernels/run/gpu_plan.h"

namespace warplens::run {

namespace {

Result<device::Counters> counters_of(const Options& options) {
  if (options.counters != nullptr) return *options.counters;
  return device::Counters::open(*options.gpu);
}

}  // namespace

Result<std::vector<trace::CounterValues>> count_on_gpu(std::span<const catalog::Step> steps,
                                                       const PlanTarget& target,
                                                       DeviceBuffers& initial,
                                                       const Options& options) {
  TRY(const device::Counters counters, counters_of(options));
  TRY(auto plan, GpuPlan::prepare(*options.gpu, target, steps, initial));
  std::vector<trace::CounterValues> launches;
  const auto count = [&](const std::function<Result<void>()>& launch) -> Result<void> {
    if (options.machine.stop.stop_requested()) return fail(tr("cancelled"));
    TRY(const auto values, counters.read(options.metrics, launch));
    trace::CounterValues& named = launches.emplace_back();
    for (std::size_t i = 0; i < values.size(); ++i) named[options.metrics[i]] = values[i];
    return {};
  };
  TRY(plan.run_each(count));
  return launches;
}

}  // namespace warplens::run
