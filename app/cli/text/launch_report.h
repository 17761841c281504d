// What is to be said of one launch, for the files that other programs read: JUnit, SARIF.
#pragma once

#include <string>
#include <vector>

#include "app/cli/text/broken_promises.h"
#include "kernels/run/run.h"

namespace warplens::cli {

// One thing that was found. `file` as people name it from the current folder.
struct ReportedItem {
  std::string rule;  // "race", "promise", "result"
  trace::Severity severity = trace::Severity::error;
  Text message;
  std::string file;
  std::uint32_t line = 0;  // 0: it is of no line
};

struct LaunchReport {
  std::string file;         // of the kernel
  std::string name;         // of the launch
  bool is_guessed = false;  // how it is launched
  double seconds = 0;
  std::vector<ReportedItem> items;
  Text error;  // why it could not be run; empty: it ran

  // Whether it ends a build: it could not be run, or an item is an error.
  [[nodiscard]] bool failed() const;
  // Whether it fails by findings alone, of a launch that was guessed.
  [[nodiscard]] bool fails_by_its_guess() const;
};

// Findings, what is not kept, and what else is wrong (a result). `kernel_file`: beside which
// sources are that findings name.
[[nodiscard]] std::vector<ReportedItem> reported_items(const std::string& kernel_file,
                                                       const Traces& launches,
                                                       const std::vector<BrokenPromise>& broken,
                                                       const std::vector<Text>& others);

}  // namespace warplens::cli
