// cp.async.cg: copies of 16 bytes a lane that pass by L1 (MODEL.md, "cp.async.cg").
//
// Sectors arrive from L2 and go to shared memory each in one piece. Lanes whose halves of a sector
// go to one 32-byte segment of shared memory, both straight or both swapped, make one piece; where
// several lanes write the same 16 bytes, the first one's are copied. A wavefront writes pieces of
// one 128-byte line of global memory to one of shared memory, through a network of switches that
// can exchange the line's halves of even and of odd sectors, and the two: it takes what they can
// bring to its place at once, of pieces with the same halves.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/cost/sectors.h"

namespace warplens::analysis {

struct BypassCopies {
  std::array<std::uint32_t, kWarpSize> wavefronts{};  // lanes of each
  std::uint32_t count = 0;                            // wavefronts
  std::uint32_t sectors = 0;                          // that are fetched, one a piece
};

// `sources` and `offsets`: of each lane, multiples of 16.
[[nodiscard]] BypassCopies bypass_copies(const LaneAddresses& sources, const LaneAddresses& offsets,
                                         std::uint32_t mask);

}  // namespace warplens::analysis
