// How far a run on the CPU is, shown to whoever watches the terminal.
#pragma once

#include <stop_token>
#include <thread>

#include "app/cli/text/progress_line.h"
#include "kernels/machine/launch/run_options.h"

namespace warplens::cli {

// While it lives, "BLOCKS/ALL blocks" stands on standard error, from the second second on.
class RunProgress {
 public:
  RunProgress();
  RunProgress(const RunProgress&) = delete;
  RunProgress& operator=(const RunProgress&) = delete;
  // For machine::RunOptions.
  [[nodiscard]] machine::Progress* counters() { return &counters_; }

 private:
  void show(const std::stop_token& over) const;

  machine::Progress counters_;
  ProgressLine line_;
  std::jthread showing_;
};

}  // namespace warplens::cli
