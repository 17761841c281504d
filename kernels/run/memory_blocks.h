// Which of a run's memory is one piece on a GPU: what a program had as one allocation, with what is
// between its buffers; each other buffer by itself.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/run/device_buffers.h"

namespace warplens::run {

struct MemoryBlock {
  std::uint64_t address = 0, bytes = 0;  // as the guest sees it
  bool is_given = false;                 // the address is one of a program's
};
// Ascending, apart. Allocations that touch are one block: a kernel may run from one into the next.
[[nodiscard]] std::vector<MemoryBlock> memory_blocks(const DeviceBuffers& buffers);

}  // namespace warplens::run
