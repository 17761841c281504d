// `warplens trace --json`. Every view of a run in the same terms as the window's.
#pragma once

#include <cstddef>

#include "app/cli/text/broken_promises.h"
#include "app/cli/text/executed_report.h"
#include "kernels/run/run.h"

namespace warplens::cli {

struct TraceJsonOptions {
  bool events = false;
  bool worst = false;                        // the causes of costly accesses, as "worst"
  const ExecutedReport* executed = nullptr;  // null: the PTX's own figures
  const ExecutedReport* counted = nullptr;   // what counters are held against; null: the PTX's
  const std::vector<BrokenPromise>* broken = nullptr;  // null: nothing was promised
};

// {"version", "result", "notes", "mismatch", "launches": […]}, however many launches the run has
// (docs/EXPORTS.md). Events are written one a line, so that a long trace never stands in memory as
// JSON. Figures are those that
// are executed; beside those that are others in the PTX stands "as_ptx". With counters, what was
// counted, under "counters".
void print_trace_json(const trace::Run& result, const TraceJsonOptions& options);

}  // namespace warplens::cli
