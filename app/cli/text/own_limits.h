// What finding out about a person's own file may take: the same options bound it as bound the run.
#pragma once

#include <CLI/CLI.hpp>
#include <chrono>
#include <stop_token>
#include <string>

#include "app/cli/text/memory_limit.h"
#include "kernels/base/deadline.h"
#include "kernels/base/result.h"
#include "kernels/machine/launch/run_options.h"
#include "kernels/run/toolkit/process_limits.h"

namespace warplens::cli {

struct OwnLimits {
  run::ProcessLimits compiler;  // --time-limit and --memory where they were given
  std::chrono::duration<double> guess = machine::RunOptions().time_limit;  // of a launch
};

[[nodiscard]] Text guess_too_long(const OwnLimits& limits, const std::string& file);

// `find(stop)` within them. Error: it took too long; what `find` says.
template <class Find>
auto guess_within(const OwnLimits& limits, const std::string& file, const std::stop_token& stop,
                  Find find) -> decltype(find(stop)) {
  const HeldMemory held(limits.compiler.memory);
  const Deadline deadline(limits.guess, stop);
  auto found = find(deadline.token());
  if (deadline.has_passed()) return fail(guess_too_long(limits, file));
  return found;
}

// As the command line has them; a command without such options has the defaults.
[[nodiscard]] OwnLimits own_limits(const CLI::App& parser);

}  // namespace warplens::cli
