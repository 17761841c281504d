// The two backends of this machine, as a check runs variants on them.
#pragma once

#include <memory>

#include "app/cli/text/check_variant.h"
#include "kernels/device/gpu.h"
#include "kernels/run/own_kernel.h"

namespace warplens::cli {

// `how`: the limits of each run on the CPU, and what stops a check of one variant, which then ends
// with the error "cancelled"; the memory that its buffers may take. `tools`: those of ptxas and
// nvdisasm.
[[nodiscard]] CheckBackends check_backends(std::shared_ptr<const device::Gpu> gpu, run::Options how,
                                           const run::ProcessLimits& tools);

// The same for a person's own kernel, which must live as long. `gpu` may be null: then there is
// only the CPU.
[[nodiscard]] CheckRuns own_check_runs(const run::OwnKernel& kernel,
                                       const std::shared_ptr<const device::Gpu>& gpu,
                                       run::Options how, const run::ProcessLimits& tools);

}  // namespace warplens::cli
