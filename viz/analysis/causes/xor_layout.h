// Whether a site's accesses go through an XOR swizzle of shared memory.
//
// In one access to such a layout each bit of the lane's number flips the same bits of the address,
// whatever the other bits are, and some bit flips both the row (of 128 bytes) and the place in it.
// A padded layout can look so by chance. But there the place goes up with the row; through XOR it
// goes down as soon as the column has a bit that the row has, too.
#pragma once

#include <cstdint>

#include "kernels/cost/sectors.h"

namespace warplens::analysis {

// Lanes 0 to n - 1 active, n = 8, 16 or 32; false otherwise.
[[nodiscard]] bool is_xor_swizzled(std::uint32_t mask, const LaneAddresses& offsets);

}  // namespace warplens::analysis
