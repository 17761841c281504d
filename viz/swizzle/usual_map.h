// A map of each kind to begin with, made for a specification's tile and accesses.
#pragma once

#include "viz/swizzle/spec.h"

namespace warplens::swizzle {

// Padding by what one lane takes, XOR and shift of groups of that, a Swizzle<B,M,S> that lets the
// line's number choose among a bank row's groups, and as an expression or a layout what the map is
// now.
[[nodiscard]] Map usual_map(const SwizzleSpec& spec, Map::Kind kind);

// The map as an expression that a person can go on with: "col ^ row" rather than the whole offset
// where it keeps to the line. The map itself where it has none.
[[nodiscard]] Map as_expression(const SwizzleSpec& spec);

}  // namespace warplens::swizzle
