#include "app/cli/perfetto_output.h"

#include "app/cli/text/shown_traces.h"
#include "viz/analysis/perfetto.h"

namespace warplens::cli {

Result<void> check_perfetto(const std::string& path) {
  return path.empty() ? Result<void>() : check_writable(path);
}

Result<void> write_perfetto(const std::string& path, const trace::Run& result,
                            const std::optional<ExecutedReport>& report) {
  if (path.empty()) return {};
  const Traces traces = shown_traces(result, report);
  return write_whole_file(path, [&](const TakePiece& take) { perfetto::write(traces, take); });
}

}  // namespace warplens::cli
