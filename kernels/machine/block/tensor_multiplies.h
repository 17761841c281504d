// tcgen05.mma and tcgen05.cp as a thread asks for them (tensor_pipe.h): what they read, and what
// comes of it in tensor memory.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/machine/block/tensor_pipe.h"
#include "kernels/machine/operations/tcgen05.h"

namespace warplens::machine {

class TensorMultiplies {
 public:
  TensorMultiplies(BlockContext& block, BlockMemory& memory, TensorPipe& pipe)
      : block_(&block), memory_(&memory), pipe_(&pipe), accesses_(block, memory) {}

  void multiply(const Issue& issue);
  void copy(const Issue& issue);

 private:
  // A thread's mma as its operands say.
  struct Asked {
    std::uint32_t lane = 0;
    Tcgen05Product product;
    bool adds = false;
    TensorCell d;
    std::array<std::uint32_t, 4> disabled{};  // lanes that are not written
    std::optional<TensorCell> a;              // in tensor memory
    MatrixDescriptor a_tile, b_tile;
  };
  void multiply(const Issue& issue, const TensorMultiply& multiply, std::uint32_t lane);
  [[nodiscard]] std::optional<Asked> read_operands(const Issue& issue,
                                                   const TensorMultiply& multiply,
                                                   std::uint32_t lane);
  // A descriptor whose layout is known; else the run ends.
  [[nodiscard]] std::optional<MatrixDescriptor> descriptor_at(const Issue& issue,
                                                              std::uint32_t slot,
                                                              std::uint32_t lane,
                                                              std::string_view opcode);
  void compute(const Issue& issue, const Asked& asked, const TensorArea& d, const TensorArea& a);
  // A from tensor memory, its rows one behind the other.
  void gather(const Asked& asked, const TensorArea& area);
  void copy(const Issue& issue, const TensorCopy& copy, std::uint32_t lane);
  void use_values(const Issue& issue, const TensorMultiply& multiply);
  void note_uncounted(const Issue& issue, std::string_view opcode);

  BlockContext* block_;
  BlockMemory* memory_;
  TensorPipe* pipe_;
  TensorAccesses accesses_;
  SharedTile a_{}, b_{};  // of the operation at hand
};

}  // namespace warplens::machine
