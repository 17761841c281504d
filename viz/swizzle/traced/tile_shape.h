// What tile a traced array is: by its declaration, else by how its accesses stride.
#pragma once

#include "viz/swizzle/traced/source_array.h"
#include "viz/swizzle/traced/traced_array.h"

namespace warplens::swizzle {

struct TracedShape {
  Tile tile;
  std::uint32_t inner_rows = 0;  // of the extent before the last; the tile's rows where it has one
};

// `source`: null where the source does not tell. Errors: too irregular, too large.
Result<TracedShape> shape_of(const TracedArray& traced, const SourceArray* source);

}  // namespace warplens::swizzle
