// tcgen05.cp as a thread asks for it (tensor_pipe.h): from tiles in shared memory to tensor memory,
// in each block of a pair from its own to its own, as CUTLASS uses it.
#pragma once

#include <cstdint>

#include "kernels/machine/block/tensor_pipe.h"

namespace warplens::machine {

class TensorCopies {
 public:
  TensorCopies(BlockContext& block, BlockMemory& memory, TensorPipe& pipe)
      : block_(&block),
        memory_(&memory),
        pipe_(&pipe),
        accesses_(block, memory),
        peer_(block, memory) {}

  void copy(const Issue& issue);

 private:
  void copy(const Issue& issue, const TensorCopy& copy, std::uint32_t lane);
  // What the tile holds.
  void write(const TensorCopy& copy, const TensorArea& area, TensorMemory& tensor) const;

  BlockContext* block_;
  BlockMemory* memory_;
  TensorPipe* pipe_;
  TensorAccesses accesses_;
  TensorPeer peer_;
  SharedTile tile_{};  // of the copy at hand
};

}  // namespace warplens::machine
