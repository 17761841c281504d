// tcgen05.alloc, .dealloc and .relinquish_alloc_permit: columns of the block's tensor memory.
#pragma once

#include <cstdint>
#include <optional>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/tensor_accesses.h"

namespace warplens::machine {

struct BlockMemory;

class TensorAllocations {
 public:
  TensorAllocations(BlockContext& block, BlockMemory& memory)
      : block_(&block), memory_(&memory), accesses_(block, memory) {}

  // Starts a new block: it may allocate.
  void start() { is_relinquished_ = false; }
  // False where there are not enough free columns: the warp must wait.
  [[nodiscard]] bool execute(const Issue& issue);
  // The last lanes of the block exit.
  void check_all_freed(const Issue& issue);
  // What a fragment waits for at an allocation, if it does.
  [[nodiscard]] std::optional<FindingText> waited_for(Warp& warp, Fragment& fragment,
                                                      std::uint32_t instruction) const;

 private:
  [[nodiscard]] bool allocate(const Issue& issue, const TensorAllocation& allocation);
  void free(const Issue& issue, const TensorAllocation& allocation);
  // The operand of the warp; lanes that give another are reported.
  [[nodiscard]] std::uint32_t value_of(const Issue& issue, std::uint32_t slot);
  [[nodiscard]] bool is_valid(const Issue& issue, std::uint32_t columns);
  void note_free(const Issue& issue, TensorArea area);
  void order_behind_frees(const Issue& issue);
  void report(const Issue& issue, const FindingText& text);
  void store_address(const Issue& issue, const TensorAllocation& allocation, std::uint32_t address);

  BlockContext* block_;
  BlockMemory* memory_;
  TensorAccesses accesses_;
  bool is_relinquished_ = false;
};

}  // namespace warplens::machine
