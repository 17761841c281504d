// What bulk copies read of a block's own shared memory, for the race detector: by the agent of the
// thread that asks (agents.h), from then until the copy is waited for.
#pragma once

#include <cstdint>

#include "kernels/machine/block/accesses_in_flight.h"
#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/tma_moves.h"

namespace warplens::machine {

struct BlockMemory;

class TmaReads {
 public:
  TmaReads(BlockContext& block, BlockMemory& memory) : block_(&block), memory_(&memory) {}

  // A lane's copy of what begins at offset `from`; its number among the accesses in flight,
  // kNoIndex where hazards are not looked for. `mbarrier`: InFlight's.
  [[nodiscard]] std::uint32_t begin(const Issue& issue, std::uint32_t lane, const TmaMove& move,
                                    std::uint64_t from, std::uint64_t mbarrier);
  void end(std::uint32_t number, const TmaMove& move, std::uint64_t from);

 private:
  void check_fence(const Issue& issue, std::uint32_t lane, std::uint64_t place,
                   std::uint32_t bytes);

  BlockContext* block_;
  BlockMemory* memory_;
};

}  // namespace warplens::machine
