// The traces whose figures a command prints.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "app/cli/text/executed_report.h"

namespace warplens::cli {

using Traces = std::vector<std::shared_ptr<const trace::Trace>>;

// One a launch. With a report: as its architecture executes them, else as the PTX has them.
[[nodiscard]] Traces shown_traces(const trace::Run& result,
                                  const std::optional<ExecutedReport>& report);

}  // namespace warplens::cli
