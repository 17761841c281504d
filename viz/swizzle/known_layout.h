// A map as the arrangement that views know of a shared array (kernels/base/shared_layout.h), so
// that they name elements by row and column.
#pragma once

#include <optional>

#include "kernels/base/shared_layout.h"
#include "viz/swizzle/placement.h"

namespace warplens::swizzle {

// Row order only: of a padding, or of an XOR or a shift of groups within each row, whatever map
// puts the elements there. Nothing where no such arrangement has every element where it is.
[[nodiscard]] std::optional<SharedLayout> known_layout(const Tile& tile,
                                                       const Placement& placement);

}  // namespace warplens::swizzle
