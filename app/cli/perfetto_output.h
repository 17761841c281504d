// `--perfetto`: the events that are printed, as a file for Perfetto.
#pragma once

#include <optional>
#include <string>

#include "app/cli/text/executed_report.h"

namespace warplens::cli {

// What write_perfetto() would fail at before there is anything to write. "" is no file.
Result<void> check_perfetto(const std::string& path);

// With a report the events are those that its architecture executes. "" writes nothing.
Result<void> write_perfetto(const std::string& path, const trace::Run& result,
                            const std::optional<ExecutedReport>& report);

}  // namespace warplens::cli
