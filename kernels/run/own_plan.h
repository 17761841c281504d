// A person's own kernel ready to be launched: its buffers filled, its launches as steps.
#pragma once

#include <vector>

#include "kernels/run/device_buffers.h"
#include "kernels/run/own_kernel.h"

namespace warplens::run {

struct OwnPlan {
  DeviceBuffers buffers;
  std::vector<catalog::Step> steps;  // launches
};

// `memory`: bytes that all buffers may take. Errors: as run_own(), but for what is expected.
Result<OwnPlan> plan_own(const OwnKernel& kernel, std::uint64_t memory);

}  // namespace warplens::run
