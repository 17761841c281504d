// A block's memory as every instruction that accesses it finds it.
//
//   LoadStore, Atomics, AsyncCopies, TmaCopies, Mbarriers, WarpMatrices
//        └──► AccessBounds    which bytes, and the findings where there are none
//        └──► SharedMemory    the block's own bytes
//        └──► SharedHazards   what accesses to them leave behind
//        └──► BufferHazards   what of the buffers nobody has written
//        └──► GlobalHazards   what other blocks' accesses to the buffers are compared with
//                └──► ThreadRaces  and those of the block's own threads with each other
//        └──► StaleReads      what the launch writes and yet reads through the read-only path
//        └──► LocalHazards    what of its variables a thread has not written
//        └──► TensorMemory    the block's cells of tensor memory
#pragma once

#include <algorithm>

#include "kernels/machine/block/access_bounds.h"
#include "kernels/machine/block/agents.h"
#include "kernels/machine/block/buffer_hazards.h"
#include "kernels/machine/block/global_hazards.h"
#include "kernels/machine/block/local_hazards.h"
#include "kernels/machine/block/shared_hazards.h"
#include "kernels/machine/block/shared_memory.h"
#include "kernels/machine/block/stale_reads.h"
#include "kernels/machine/block/tensor_memory.h"

namespace warplens::machine {

// Where there is no shared memory, threads can only race through global memory.
[[nodiscard]] inline bool are_races_looked_for(const BlockContext& block) {
  return block.launch->options->detect_races &&
         (block.launch->shared_bytes != 0 || block.control->suspects != nullptr);
}

struct BlockMemory {
  SharedMemory shared;
  AccessBounds bounds;
  SharedHazards hazards;
  BufferHazards buffers;
  GlobalHazards global;
  StaleReads stale;
  LocalHazards local;
  TensorMemory tensor;

  explicit BlockMemory(BlockContext& block)
      : shared(threads_and_agents(*block.launch), block.launch->shared_bytes,
               watched_bytes(*block.launch), are_races_looked_for(block)),
        bounds(block, shared),
        hazards(block, shared),
        buffers(block),
        global(block, shared),
        stale(block),
        local(block),
        tensor(*block.launch) {}
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
