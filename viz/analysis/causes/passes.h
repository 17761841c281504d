// The one measure that costs of all memories are ranked by (cause.h).
#pragma once

#include "kernels/cost/access_cost.h"
#include "kernels/trace/trace.h"

namespace warplens::analysis {

// Of the global side; a request is one pass at least.
[[nodiscard]] double global_passes(const AccessCost& cost);

// Local memory interleaves lanes by words of four bytes, so that lanes at equal offsets touch
// neighbouring ones.
[[nodiscard]] std::uint32_t local_sectors(const trace::Site& site, const trace::EventView& event);

// The most lanes that want one address.
[[nodiscard]] std::uint32_t most_at_one_address(const trace::EventView& event);

// Of a whole access, 0 where it touches none of the three memories.
[[nodiscard]] double passes_of(const trace::Site& site, const trace::EventView& event,
                               const AccessCost& cost);

// What it takes beyond the fewest that could hold its bytes. All of local memory's: registers would
// take none.
[[nodiscard]] double excess_passes(const trace::Site& site, const trace::EventView& event,
                                   const AccessCost& cost);

}  // namespace warplens::analysis
