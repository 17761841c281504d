// A block's memory as every instruction that accesses it finds it.
//
//   LoadStore, Atomics, AsyncCopies, TmaCopies, Mbarriers, WarpMatrices
//        └──► AccessBounds    which bytes, and the findings where there are none
//        └──► SharedMemory    the block's own bytes
//        └──► SharedHazards   what accesses to them leave behind
//        └──► BufferHazards   what of the buffers nobody has written
//        └──► GlobalHazards   what other blocks' accesses to the buffers are compared with
//        └──► LocalHazards    what of its variables a thread has not written
#pragma once

#include <algorithm>

#include "kernels/machine/block/access_bounds.h"
#include "kernels/machine/block/agents.h"
#include "kernels/machine/block/buffer_hazards.h"
#include "kernels/machine/block/global_hazards.h"
#include "kernels/machine/block/local_hazards.h"
#include "kernels/machine/block/shared_hazards.h"
#include "kernels/machine/block/shared_memory.h"

namespace warplens::machine {

struct BlockMemory {
  SharedMemory shared;
  AccessBounds bounds;
  SharedHazards hazards;
  BufferHazards buffers;
  GlobalHazards global;
  LocalHazards local;

  explicit BlockMemory(BlockContext& block)
      : shared(threads_and_agents(block), block.launch->shared_bytes,
               block.launch->options->detect_races),
        bounds(block, shared),
        hazards(block, shared),
        buffers(block),
        global(block),
        local(block) {}
  BlockMemory(const BlockMemory&) = delete;
  BlockMemory& operator=(const BlockMemory&) = delete;

  // All of shared memory, as an access finds it.
  [[nodiscard]] MemoryRange shared_range() { return {shared.data(), 0, shared.size()}; }
  // The range of shared memory that an access is meant for.
  [[nodiscard]] MemoryRange shared_array(const ArrayReach& reach) {
    if (reach.space != trace::Space::shared) return shared_range();
    return {shared.data() + reach.begin, reach.begin,
            std::min<std::uint64_t>(reach.end, shared.size()) - reach.begin};
  }
};

}  // namespace warplens::machine
