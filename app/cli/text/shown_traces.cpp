#include "app/cli/text/shown_traces.h"

#include "app/session/kernel_result.h"
#include "viz/analysis/executed/executed_trace.h"

namespace warplens::cli {

Traces shown_traces(const trace::Run& result, const std::optional<ExecutedReport>& report) {
  if (!report.has_value()) return result.traces;
  Traces traces;
  for (std::size_t i = 0; i < result.traces.size(); ++i) {
    traces.push_back(analysis::executed_trace(result.traces[i], report->code, report->launches[i]));
  }
  return traces;
}

}  // namespace warplens::cli
