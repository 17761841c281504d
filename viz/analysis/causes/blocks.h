// A trace's events block by block, whatever order they stand in.
#pragma once

#include <vector>

#include "kernels/trace/trace.h"
#include "viz/analysis/causes/suspect.h"

namespace warplens::analysis {

// Rows of each recorded block, in their order.
[[nodiscard]] std::vector<std::vector<std::size_t>> rows_by_block(const trace::Trace& trace);

// Accesses and barriers of the block; branches are left out.
[[nodiscard]] BlockAccesses block_accesses(const trace::Trace& trace,
                                           const std::vector<AccessCost>& costs,
                                           const std::vector<std::size_t>& rows);

}  // namespace warplens::analysis
