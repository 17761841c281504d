// A person's own kernel ready to be launched: its buffers filled, its launches as steps.
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "kernels/run/own_kernel.h"
#include "kernels/run/run_plan.h"

namespace warplens::run {

struct OwnPlan {
  DeviceBuffers buffers;
  std::vector<catalog::Step> steps;
  std::vector<std::shared_ptr<const ptx::Module>> images{};  // LaunchStep::image, from 1 on
};

[[nodiscard]] PlanTarget target_of(const OwnKernel& kernel, const OwnPlan& plan);

// The name under which the contents of a variable that lies where somebody said are compared.
[[nodiscard]] std::string variable_buffer(const ptx::Variable& variable);

// `memory`: bytes that all buffers may take. Errors: as run_own(), but for what is expected.
Result<OwnPlan> plan_own(const OwnKernel& kernel, std::uint64_t memory);

}  // namespace warplens::run
