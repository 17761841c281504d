// Measured errors as rows of cells; the columns are those of `warplens errors --json`.
#pragma once

#include <span>

#include "kernels/run/sum_accuracy.h"
#include "viz/analysis/table.h"

namespace warplens::accuracy {

// A row a kernel and size.
[[nodiscard]] tables::Table accuracy_table(std::span<const run::SumAccuracy> errors);
// A row a kernel and order of blocks.
[[nodiscard]] tables::Table orders_table(std::span<const run::OrderResults> orders);

}  // namespace warplens::accuracy
