// What the CPU finds wrong in steps that a GPU runs.
#pragma once

#include <optional>
#include <span>

#include "kernels/run/run_plan.h"

namespace warplens::run {

// The same steps on the CPU, nothing recorded, within the limits and the stop of `options`.
// `initial` is then no longer what the first step found.
Result<trace::Run> run_on_cpu(std::span<const catalog::Step> steps, const PlanTarget& target,
                              DeviceBuffers& initial, const Options& options);

// The first finding of that run that is an error.
Result<std::optional<trace::Finding>> first_error_on_cpu(std::span<const catalog::Step> steps,
                                                         const PlanTarget& target,
                                                         DeviceBuffers& initial,
                                                         const Options& options);

// The same of a run at hand; null: none.
[[nodiscard]] const trace::Finding* first_error(const trace::Run& run);

}  // namespace warplens::run
