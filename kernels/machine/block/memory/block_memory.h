// A block's memory as every instruction that accesses it finds it.
//
//   LoadStore, Atomics, AsyncCopies, Mbarriers, WarpMatrices
//        └──► AccessBounds    which bytes, and the findings where there are none
//        └──► SharedMemory    the block's own bytes
//        └──► SharedHazards   what accesses to them leave behind
#pragma once

#include "kernels/machine/block/memory/access_bounds.h"
#include "kernels/machine/block/memory/shared_hazards.h"
#include "kernels/machine/block/memory/shared_memory.h"

namespace warplens::machine {

struct BlockMemory {
  SharedMemory shared;
  AccessBounds bounds;
  SharedHazards hazards;

  explicit BlockMemory(BlockContext& block)
      : shared(block.launch->warps * kWarpSize, block.launch->shared_bytes,
               block.launch->options->detect_races),
        bounds(block, shared),
        hazards(block, shared) {}
  BlockMemory(const BlockMemory&) = delete;
  BlockMemory& operator=(const BlockMemory&) = delete;

  // All of shared memory, as an access finds it.
  [[nodiscard]] MemoryRange shared_range() { return {shared.data(), 0, shared.size()}; }
};

}  // namespace warplens::machine
