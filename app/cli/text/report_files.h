// --junit and --sarif: what was found, for a build server and for a review.
#pragma once

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

#include "app/cli/text/launch_report.h"

namespace warplens::cli {

class ReportFiles {
 public:
  void add_to(CLI::App& parser);
  [[nodiscard]] bool are_wanted() const { return !junit_.empty() || !sarif_.empty(); }
  // Errors: a file that cannot be written.
  Result<void> write(const std::vector<LaunchReport>& launches) const;

 private:
  std::string junit_, sarif_;
};

// A test case a launch, a suite a file.
[[nodiscard]] std::string junit_text(const std::vector<LaunchReport>& launches);
// SARIF 2.1.0: a result for each item, at its line.
[[nodiscard]] std::string sarif_text(const std::vector<LaunchReport>& launches);

}  // namespace warplens::cli
