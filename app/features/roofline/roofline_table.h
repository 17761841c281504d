// A roofline as rows of cells.
#pragma once

#include "viz/analysis/limits/roofline.h"
#include "viz/analysis/table.h"

namespace warplens::roofline {

// A row a kernel; FLOP, bytes and seconds in full. Empty: not measured.
[[nodiscard]] tables::Table roofline_table(const analysis::Roofline& roofline);

}  // namespace warplens::roofline
