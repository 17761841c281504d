// A ladder as rows of cells.
#pragma once

#include "viz/analysis/limits/ladder.h"
#include "viz/analysis/table.h"

namespace warplens::timing_chart {

// A row a rung, the lowest first, then one for each copy or library that it is held against.
// Seconds, bytes and operations a second and their quotients in full; empty: not timed, not
// counted.
[[nodiscard]] tables::Table ladder_table(const analysis::Ladder& ladder);

}  // namespace warplens::timing_chart
