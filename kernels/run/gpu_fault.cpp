#include "kernels/run/gpu_fault.h"

#include "kernels/run/cpu_findings.h"

namespace warplens::run {

Error with_finding_of_cpu(Error error, std::span<const catalog::Step> steps,
                          const PlanTarget& target, DeviceBuffers& initial,
                          const Options& options) {
  if (error.code != ErrorCode::kernel_fault || options.machine.stop.stop_requested()) return error;
  const auto found = first_error_on_cpu(steps, target, initial, options);
  if (!found.has_value()) {
    error.message = tr("{}; the CPU says: {}", error.message, found.error().message);
  } else if (found->has_value()) {
    error.message = tr("{}; the CPU finds: {}", error.message, (*found)->message);
  } else {
    error.message = tr("{}; the CPU finds nothing wrong", error.message);
  }
  return error;
}

}  // namespace warplens::run
