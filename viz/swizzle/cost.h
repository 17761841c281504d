// The cost of a pattern's accesses under a map: wavefronts by the measured rules
// (kernels/cost/access_cost.h), and what an instruction refuses.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/cost/access_cost.h"
#include "viz/swizzle/accesses.h"
#include "viz/swizzle/placement.h"

namespace warplens::swizzle {

// A lane whose elements one instruction cannot take.
struct Fault {
  std::uint32_t warp = 0;  // index of the access
  std::uint32_t lane = 0;
  GroupState state = GroupState::misaligned;
  Text text;  // one line: which lane, and why
};

struct PatternCost {
  std::vector<analysis::AccessCost> accesses;  // beside Accesses::warps
  std::uint64_t wavefronts = 0;
  std::uint64_t ideal = 0;     // each group with an active lane takes one at least
  std::uint32_t worst = 0;     // wavefronts of the worst access
  std::uint32_t ways = 0;      // of the worst group: "n-way"
  std::optional<Fault> fault;  // the first; the counts are then of no code that works
  [[nodiscard]] std::uint64_t conflicts() const { return wavefronts - ideal; }
};

// The warp's access as the hardware sees it: byte offsets from the array's beginning.
[[nodiscard]] trace::EventView event_of(const WarpAccess& warp, const Tile& tile,
                                        const Placement& placement);

[[nodiscard]] PatternCost cost_of(const Accesses& accesses, const Tile& tile,
                                  const Placement& placement);

}  // namespace warplens::swizzle
