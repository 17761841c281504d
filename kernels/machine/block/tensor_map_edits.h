// tensormap.replace and tensormap.cp_fenceproxy: kernels that make tensor maps themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "kernels/base/tensor_map.h"
#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/issue.h"

namespace warplens::machine {

struct BlockMemory;

class TensorMapEdits {
 public:
  TensorMapEdits(BlockContext& block, BlockMemory& memory) : block_(&block), memory_(&memory) {}

  void execute(const Issue& issue);

 private:
  using MapBytes = std::span<std::byte, TensorMap::kBytes>;

  void use_values(const Issue& issue, const TensorMapEdit& edit);
  // A lane's map is written.
  void edit_shared(const Issue& issue, const TensorMapEdit& edit, std::uint32_t lane,
                   std::uint64_t offset);
  void edit_global(const Issue& issue, const TensorMapEdit& edit, std::uint32_t lane,
                   std::uint64_t address);
  void write(const Issue& issue, const TensorMapEdit& edit, std::uint32_t lane, MapBytes map);
  // The map that cp_fenceproxy copies; nullptr: none is there, which is reported.
  [[nodiscard]] const std::byte* source_of(const Issue& issue, const TensorMapEdit& edit,
                                           std::uint32_t lane);

  BlockContext* block_;
  BlockMemory* memory_;
};

}  // namespace warplens::machine
