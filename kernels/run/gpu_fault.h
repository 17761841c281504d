// What to say of a kernel that the GPU ended: a GPU says that something was wrong, not what.
#pragma once

#include <span>

#include "kernels/run/run_plan.h"

namespace warplens::run {

// The GPU's error with what the CPU finds wrong in the same steps, from the same `initial`, which
// is then no longer what the first step found. Another error than a kernel's stays as it is.
[[nodiscard]] Error with_finding_of_cpu(Error error, std::span<const catalog::Step> steps,
                                        const PlanTarget& target, DeviceBuffers& initial,
                                        const Options& options);

}  // namespace warplens::run
