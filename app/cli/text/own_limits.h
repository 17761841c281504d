// What finding out about a person's own file may take: the same options bound it as bound the run.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>

#include "kernels/machine/launch/run_options.h"
#include "kernels/run/toolkit/process_limits.h"

namespace warplens::cli {

struct OwnLimits {
  run::ProcessLimits compiler;  // --time-limit and --memory where they were given
  std::chrono::duration<double> guess = machine::RunOptions().time_limit;  // of a launch
};

// As the command line has them; a command without such options has the defaults.
[[nodiscard]] OwnLimits own_limits(const CLI::App& parser);

}  // namespace warplens::cli
