// Launches traced on a GPU: instrumented, with host steps on what the GPU holds.
#pragma once

#include "kernels/run/run_plan.h"

namespace warplens::run {

// Like run_steps(), but on `options.gpu`, which is not null. The traces' addresses are those that
// the CPU's traces have.
Result<trace::Run> trace_on_gpu(std::span<const catalog::Step> steps, const PlanTarget& target,
                                DeviceBuffers& buffers, const Options& options);

}  // namespace warplens::run
