// A run's events read as it goes, for who wants to see none of them: its figures as one
// architecture executes it, with no event kept.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include "app/cli/text/executed_report.h"

namespace warplens::cli {

class ExecutedReading {
 public:
  // Without an architecture no event is read at all.
  explicit ExecutedReading(std::optional<std::uint32_t> capability,
                           const run::ProcessLimits& limits = {})
      : capability_(capability), limits_(limits) {}

  // For the options of one run; it refers to this.
  [[nodiscard]] run::ReaderOfLaunch reader();
  // What executed_report() says of a run whose events are kept; nothing without an architecture.
  [[nodiscard]] std::optional<ExecutedReport> report(const trace::Run& result) const;

 private:
  [[nodiscard]] trace::EventReader* next(const std::string& kernel, const ptx::Module& module);

  std::optional<std::uint32_t> capability_;
  run::ProcessLimits limits_;                                   // of ptxas and nvdisasm
  std::optional<analysis::Code> code_;                          // once there was a launch
  std::vector<std::unique_ptr<analysis::SassReader>> readers_;  // a launch each
  trace::NoEventReader nobody_;
};

}  // namespace warplens::cli
