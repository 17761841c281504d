// The chart's figures as text: for the clipboard, and as a CSV file (RFC 4180).
#pragma once

#include "app/features/timing_chart/timing_model.h"
#include "kernels/timing/cited.h"
#include "viz/analysis/table.h"

namespace warplens::ui {

// A line a series and size, hidden ones too, in the order in which the chart has them, below the
// columns' names. Seconds, bytes, operations and their quotients in full; parameters as "a=1 b=2".
// Then a line for each figure that a document prints: `source` is "cited", its figures are text.
[[nodiscard]] tables::Table timing_table(const TimingModel& model, const timing::Cited& cited);

using tables::as_csv;
using tables::as_tabs;

}  // namespace warplens::ui
