#include "kernels/run/cpu_findings.h"

#include <algorithm>

namespace warplens::run {

const trace::Finding* first_error(const trace::Run& run) {
  for (const auto& trace : run.traces) {
    const auto found =
        std::ranges::find(trace->findings, trace::Severity::error, &trace::Finding::severity);
    if (found != trace->findings.end()) return &*found;
  }
  return nullptr;
}

Result<trace::Run> run_on_cpu(std::span<const catalog::Step> steps, const PlanTarget& target,
                              DeviceBuffers& initial, const Options& options) {
  Options on_cpu;
  on_cpu.machine = options.machine;
  on_cpu.machine.recording = machine::Recording::none;
  on_cpu.machine.progress = nullptr;
  return run_steps(steps, target, initial, on_cpu);
}

Result<std::optional<trace::Finding>> first_error_on_cpu(std::span<const catalog::Step> steps,
                                                         const PlanTarget& target,
                                                         DeviceBuffers& initial,
                                                         const Options& options) {
  TRY(const trace::Run run, run_on_cpu(steps, target, initial, options));
  const trace::Finding* const found = first_error(run);
  return found == nullptr ? std::nullopt : std::optional(*found);
}

}  // namespace warplens::run
