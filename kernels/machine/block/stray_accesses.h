// Accesses that leave the array from which their address was computed, for what lies beside it in
// the block's shared memory or in the thread's local memory.
#pragma once

#include <cstdint>

#include "kernels/machine/block/block_context.h"

namespace warplens::machine {

struct LaneAccess;

// For a load, whose value of lane 0 is `first`, a stray access is a finding only if its value is
// used.
void note_strays(BlockContext& block, const Issue& issue, const MemoryAccess& access,
                 const LaneAccess& lanes, std::uint32_t strays, ValueTracker::Load first);

}  // namespace warplens::machine
