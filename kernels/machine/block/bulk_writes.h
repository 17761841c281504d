// What is written to global memory in bulk, without an event: copies by TMA, and tensor maps.
#pragma once

#include <cstdint>

#include "kernels/machine/block/block_memory.h"

namespace warplens::machine {

// A lane's bytes, all in `buffer`, before they are there.
struct BulkWrite {
  std::uint32_t lane = 0;
  std::uint64_t address = 0;
  std::uint32_t bytes = 0;
  bool is_update = false;  // of what is there
};
void note_bulk_write(BlockContext& block, BlockMemory& memory, const Issue& issue,
                     const MemoryRange& buffer, const BulkWrite& write);

}  // namespace warplens::machine
