// Keeps what a block's warps do at barriers, with copies and with their groups, where somebody
// looks at that block (barrier_records.h).
#pragma once

#include <cstdint>
#include <span>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/launch/barrier_records.h"

namespace warplens::machine {

class BarrierKeeper {
 public:
  // `block`: whose barrier or shared memory it is.
  explicit BarrierKeeper(BlockContext& block) : block_(&block), records_(block.barriers) {}

  [[nodiscard]] bool is_on() const { return records_ != nullptr; }

  // By lanes of a warp of block `rank`; `instruction`: kNoIndex where it is not known.
  [[nodiscard]] BarrierRecord begin(BarrierStep step, std::uint32_t instruction, std::uint32_t rank,
                                    std::uint32_t warp, std::uint32_t mask) const;
  [[nodiscard]] BarrierRecord begin(BarrierStep step, const Issue& issue) const {
    return begin(step, issue.instruction, block_->rank, issue.warp.index, issue.mask);
  }
  void add(BarrierRecord record) const { records_->add(std::move(record)); }

  void add_group(BarrierStep step, const Issue& issue, AsyncGroup group,
                 std::uint32_t groups_left = 0) const;
  // An asynchronous access by lanes of a warp; its number, 0 where nobody looks.
  [[nodiscard]] std::uint32_t begin_access(BarrierRecord record, AsyncGroup group) const;
  // `step`: what becomes of it. A number of 0 is none.
  void end_access(BarrierStep step, std::uint32_t number, std::uint32_t warp,
                  std::uint32_t mask) const;

 private:
  BlockContext* block_;
  BarrierRecords* records_;
};

// What bytes of `width` at these places cover, in ascending order.
[[nodiscard]] std::vector<SharedRun> runs_of(std::span<const std::uint64_t> places,
                                             std::uint32_t width);

}  // namespace warplens::machine
