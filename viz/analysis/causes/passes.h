// The one measure that costs of all memories are ranked by (cause.h).
#pragma once

#include "kernels/cost/access_cost.h"
#include "kernels/trace/trace.h"

namespace warplens::analysis {

// Passes of the global side; a request is one pass at least.
[[nodiscard]] double global_passes(const AccessCost& cost);

// The most lanes that want one address.
[[nodiscard]] std::uint32_t most_at_one_address(const trace::EventView& event);

// Passes of a whole access; 0 if it touches none of the three memories.
[[nodiscard]] double passes_of(const trace::Site& site, const trace::EventView& event,
                               const AccessCost& cost);

// The passes of an access beyond the fewest that could hold its bytes. All passes to local memory
// count: registers would take none.
[[nodiscard]] double excess_passes(const trace::Site& site, const trace::EventView& event,
                                   const AccessCost& cost);

}  // namespace warplens::analysis
