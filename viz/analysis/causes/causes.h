// The ten commonest causes of costly accesses, recognised from a trace.
//
//   per access     stride, misalignment, column read, bad swizzle, local memory, one address
//   per warp       structures, narrow loads      what its other accesses touch nearby
//   per block      redundant loads               what it has loaded and not written since
//   per site       partial warps, and what is left out as too rare to be called a cause
//
// Of the first four and structures a site has one at most, the dearest. Others may name it besides:
// shares overlap and need not add up to 1.
#pragma once

#include <vector>

#include "kernels/cost/access_cost.h"
#include "kernels/trace/trace.h"
#include "viz/analysis/causes/cause.h"

namespace warplens::analysis {

// The least share of the costs at which a cause is listed.
inline constexpr double kLeastShare = 0.01;

// Dearest first. `costs` as event_costs() gives them for this trace. What blocks beside the
// recorded ones do is not looked at.
[[nodiscard]] std::vector<Cause> causes(const trace::Trace& trace,
                                        const std::vector<AccessCost>& costs);

}  // namespace warplens::analysis
