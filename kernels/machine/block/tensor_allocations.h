// tcgen05.alloc, .dealloc and .relinquish_alloc_permit: columns of the block's tensor memory.
#pragma once

#include <cstdint>
#include <optional>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/block/tensor_accesses.h"
#include "kernels/machine/block/tensor_peer.h"

namespace warplens::machine {

struct BlockMemory;

class TensorAllocations {
 public:
  TensorAllocations(BlockContext& block, BlockMemory& memory)
      : block_(&block), memory_(&memory), accesses_(block, memory), peer_(block, memory) {}

  // Starts a new block: it may allocate.
  void start() {
    is_relinquished_ = false;
    asked_.reset();
    granted_.reset();
  }
  // False where there are not enough free columns: the warp must wait.
  [[nodiscard]] bool execute(const Issue& issue);
  // The last lanes of the block exit.
  void check_all_freed(const Issue& issue);
  // What a fragment waits for at an allocation, if it does.
  [[nodiscard]] std::optional<FindingText> waited_for(Warp& warp, Fragment& fragment,
                                                      std::uint32_t instruction) const;

 private:
  [[nodiscard]] bool allocate(const Issue& issue, const TensorAllocation& allocation);
  // The first column; none where the warp must wait, of a pair also for the other block to ask.
  [[nodiscard]] std::optional<std::uint32_t> find_columns(const Issue& issue, bool is_of_pair,
                                                          std::uint32_t columns);
  [[nodiscard]] std::optional<std::uint32_t> allocate_with(const Issue& issue, ClusterMember& peer,
                                                           std::uint32_t columns);
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
  TensorPeer peer_;
  bool is_relinquished_ = false;
  // Of a pair: columns that a warp waits for, and the first of those that it got when the other
  // block asked.
  std::optional<std::uint32_t> asked_, granted_;
};

}  // namespace warplens::machine
