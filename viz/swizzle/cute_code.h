// A map as a layout of CuTe.
#pragma once

#include <optional>
#include <string>

#include "viz/swizzle/placement.h"
#include "viz/swizzle/spec.h"

namespace warplens::swizzle {

// A Swizzle<B,M,S> that puts every element where the placement does: the one with the smallest B,
// then the smallest |S|; B = 0 where no element moves. Nothing where there is none.
[[nodiscard]] std::optional<CuteSwizzle> equal_swizzle(const Tile& tile,
                                                       const Placement& placement);

// Errors: those of the specification, a map that is neither padding nor a Swizzle<B,M,S>.
Result<std::string> cute_code(const SwizzleSpec& spec);

}  // namespace warplens::swizzle
