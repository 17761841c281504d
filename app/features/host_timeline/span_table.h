// A run of the host timeline as rows of cells.
#pragma once

#include "kernels/timing/host_timeline.h"
#include "viz/analysis/table.h"

namespace warplens::ui {

// A row a span, in the run's order; times in seconds from the run's begin. `queued_by` is the row,
// from 1, of the call that queued the device's work; `stream` 0 is the default one.
[[nodiscard]] tables::Table span_table(const timing::TimelineRun& run);

}  // namespace warplens::ui
