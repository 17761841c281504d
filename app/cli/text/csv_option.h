// `--csv TABLE`: one of a run's tables in place of what is printed else.
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>

#include "app/cli/text/executed_report.h"

namespace warplens::cli {

class CsvOption {
 public:
  // After the options for what is printed else.
  void add_to(CLI::App& parser);
  [[nodiscard]] bool is_wanted() const { return !table_.empty(); }
  // With a report the figures are those that its architecture executes.
  void print(const trace::Run& result, const std::optional<ExecutedReport>& report) const;

 private:
  std::string table_;
};

}  // namespace warplens::cli
