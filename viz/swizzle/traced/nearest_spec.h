// The nearest question to the workshop: a traced array's dearest writer and reader.
#pragma once

#include "viz/swizzle/spec.h"
#include "viz/swizzle/traced/traced_array.h"

namespace warplens::swizzle {

// By its name where the accesses are those of a pattern, else as a list of the dearest one's lanes.
// `all` beside the array's lines. An array that nobody is seen to write (or read) has the other's.
[[nodiscard]] SwizzleSpec nearest_spec(const TracedArray& array, const Tile& tile,
                                       const std::vector<Accesses>& all);

}  // namespace warplens::swizzle
