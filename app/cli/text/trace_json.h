// `warplens trace --json`. Every view of a run in the same terms as the window's.
#pragma once

#include <cstddef>

#include "app/cli/text/print_json.h"
#include "app/cli/text/sass_report.h"
#include "kernels/run/run.h"

namespace warplens::cli {

// One launch, with the run's verdict under "result".
[[nodiscard]] Json trace_json(const trace::Trace& trace, const run::RunResult& result);

[[nodiscard]] Json event_json(const trace::Trace& trace, std::size_t row);

// The run's launch, or {"kernel", "launches": […], "result"} when its plan has several. Events are
// written one a line, so that a long trace never stands in memory as JSON. With `sass`, also what
// each launch costs by it, under "sass"; with counters, what was counted, under "counters".
void print_trace_json(const run::RunResult& result, bool events, const SassReport* sass = nullptr);

}  // namespace warplens::cli
