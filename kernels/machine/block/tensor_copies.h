// tcgen05.cp as a thread asks for it (tensor_pipe.h): from tiles in shared memory to tensor memory.
#pragma once

#include <cstdint>

#include "kernels/machine/block/tensor_pipe.h"

namespace warplens::machine {

class TensorCopies {
 public:
  TensorCopies(BlockContext& block, BlockMemory& memory, TensorPipe& pipe)
      : block_(&block), memory_(&memory), pipe_(&pipe), accesses_(block, memory) {}

  void copy(const Issue& issue);

 private:
  void copy(const Issue& issue, const TensorCopy& copy, std::uint32_t lane);

  BlockContext* block_;
  BlockMemory* memory_;
  TensorPipe* pipe_;
  TensorAccesses accesses_;
  SharedTile tile_{};  // of the copy at hand
};

}  // namespace warplens::machine
