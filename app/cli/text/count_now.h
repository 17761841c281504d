// A launch is counted on the CPU, until its end or Ctrl+C: for what no file holds the counts of.
#pragma once

#include <type_traits>

#include "app/cli/text/memory_limit.h"
#include "app/cli/text/run_limits.h"
#include "app/cli/text/run_progress.h"
#include "app/cli/text/stop_on_interrupt.h"
#include "kernels/run/run.h"

namespace warplens::cli {

struct CountOptions {
  RunLimits limits;
  MemoryLimit memory;

  void add_to(CLI::App& parser) {
    limits.add_to(parser);
    memory.add_to(parser);
  }
};

// `count` takes run::Options; what it gives.
template <class Count>
std::invoke_result_t<Count, const run::Options&> counted_now(const CountOptions& options,
                                                             Count count) {
  const StopOnInterrupt interrupt;
  RunProgress progress;
  run::Options how;
  how.machine.progress = progress.counters();
  options.limits.apply(how.machine);
  how.memory = options.memory.bytes();
  return options.memory.watch(interrupt.token(), [&](const std::stop_token& stopped) {
    how.machine.stop = stopped;
    return count(how);
  });
}

}  // namespace warplens::cli
