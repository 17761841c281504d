// Strided accesses of one warp that take members of the same structures.
#pragma once

#include "viz/analysis/causes/suspect.h"

namespace warplens::analysis {

// Steps from lane to lane: up to the first they are taken for structures (or chunks of a thread) as
// soon as two accesses lie in one step; up to the second where accesses take half of its bytes.
// Else they are rows of a matrix.
inline constexpr std::uint64_t kSmallStructureBytes = 64;
inline constexpr std::uint64_t kMostStructureBytes = 256;

// Changes `suspects` of one block, which are strided, on global memory and in the order of
// `block`'s rows: those that step alike and begin within one step of each other, at other sites,
// become CauseKind::structures.
void find_structures(const BlockAccesses& block, Suspects& suspects);

}  // namespace warplens::analysis
