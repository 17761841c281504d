// A plan executed: buffers allocated and filled, steps in order, outputs compared with the
// reference.
#pragma once

#include <memory>
#include <string>

#include "kernels/run/run.h"

namespace warplens::run {

struct PlanTarget {
  std::string name;                           // what the traces are called
  std::shared_ptr<const ptx::Module> module;  // the image that has the plan's entries
};

// RunResult::sources is left empty.
[[nodiscard]] Result<RunResult> run_plan(const catalog::Plan& plan, const PlanTarget& target,
                                         const Options& options);

}  // namespace warplens::run
