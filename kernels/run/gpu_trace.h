// A plan traced on a GPU: its launches instrumented, its host steps on what the GPU holds.
#pragma once

#include "kernels/run/run.h"
#include "kernels/run/run_plan.h"

namespace warplens::run {

// As run_plan(), on `options.gpu`, which is not null. The traces' addresses are those that the
// CPU's traces have. RunResult::sources is left empty.
[[nodiscard]] Result<RunResult> trace_plan_on_gpu(const catalog::Plan& plan,
                                                  const PlanTarget& target, const Options& options);

}  // namespace warplens::run
