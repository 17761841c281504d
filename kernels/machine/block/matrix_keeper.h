// Keeps what an instruction on matrices has in its registers where somebody looks at its warp
// (matrix_records.h).
#pragma once

#include <optional>
#include <span>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/launch/matrix_records.h"

namespace warplens::machine {

class MatrixKeeper {
 public:
  MatrixKeeper(BlockContext& block, const Issue& issue)
      : records_(block.matrices), record_(records_ == nullptr ? nullptr : records_->add()) {
    if (record_ == nullptr) return;
    record_->instruction = &issue.frame.function->function->instructions[issue.fragment.pc];
    record_->events = block.events.recorded();
    record_->warp = issue.warp.index;
    record_->mask = issue.mask;
  }
  // Goes on with one that was begun before; null: with none.
  MatrixKeeper(BlockContext& block, MatrixRecord* record)
      : records_(block.matrices), record_(record) {}

  [[nodiscard]] MatrixRecord* record() const { return record_; }

  // The next operand: registers of so many bytes a lane.
  void keep_registers(const Issue& issue, std::span<const std::uint32_t> slots,
                      std::uint32_t bytes) {
    if (record_ == nullptr) return;
    std::vector<std::byte> operand;
    for (const std::uint32_t slot : slots) {
      const std::byte* const first = issue.frame.slots + slot;
      operand.insert(operand.end(), first, first + std::size_t{bytes} * kWarpSize);
    }
    records_->keep(*record_, std::move(operand));
  }
  // All copies hold what the first one does.
  void keep_fragment(const Issue& issue, const MatrixFragment& fragment) {
    if (record_ == nullptr) return;
    std::vector<std::uint32_t> slots;
    for (std::uint32_t i = 0; i < fragment.registers * fragment.copies; ++i) {
      slots.push_back(fragment.slots[i % fragment.registers]);
    }
    keep_registers(issue, slots, register_bytes(fragment.element));
  }
  void keep_descriptors(std::optional<std::uint64_t> a, std::uint64_t b) {
    if (record_ == nullptr) return;
    record_->a_descriptor = a;
    record_->b_descriptor = b;
  }
  void keep_bytes(std::span<const std::byte> bytes) {
    if (record_ != nullptr) records_->keep(*record_, {bytes.begin(), bytes.end()});
  }

 private:
  MatrixRecords* records_;
  MatrixRecord* record_;
};

}  // namespace warplens::machine
