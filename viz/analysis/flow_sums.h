// Sums that value_flow() computes once all values are there.
#pragma once

#include <cstdint>
#include <span>

#include "viz/analysis/value_flow.h"

namespace warplens::analysis {

// FlowValue::elements. `loaded`: beside the values, the words that lanes loaded for each alone. A
// word counts once, on however many ways it comes.
void count_elements(ValueFlow& flow, std::span<const std::uint32_t> loaded);
// FlowValue::is_used.
void mark_used(ValueFlow& flow);
// ValueFlow::steps, of a block of `warps`.
void sum_steps(ValueFlow& flow, std::uint32_t warps);

}  // namespace warplens::analysis
