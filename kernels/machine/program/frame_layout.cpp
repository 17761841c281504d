#include "kernels/machine/program/frame_layout.h"

#include <algorithm>

#include "kernels/machine/program/special_registers.h"

namespace warplens::machine {

std::uint32_t slot_bytes(ptx::ScalarType type) {
  if (type == ptx::ScalarType::pred) return 0;
  return std::max(2u, ptx::size_of(type));
}

FrameLayout::FrameLayout(FunctionImage& function, const std::vector<std::uint32_t>& shared)
    : function_(&function) {
  carry_ = place(0);
  std::vector<std::uint32_t> placed(shared.size(), kNoSlot);  // by number
  for (std::size_t i = 0; i < shared.size(); ++i) {
    const ptx::Register& reg = function.function->registers[i];
    std::uint32_t& slot = placed[shared[i]];
    if (slot == kNoSlot) {
      slot = next_;
      for (std::uint32_t k = 0; k < std::max(1u, reg.vector_width); ++k) {
        place(slot_bytes(reg.type));
      }
    }
    registers_.push_back(slot);
  }
  function.register_bytes = next_;
}

std::uint32_t FrameLayout::place(std::uint32_t bytes) {
  constexpr std::uint32_t kSlotAlignment = 64;  // operations.h
  const std::uint32_t size = bytes == 0 ? sizeof(std::uint32_t) : bytes * kWarpSize;
  const std::uint32_t offset = next_;
  slots_.push_back(offset);
  next_ += (size + kSlotAlignment - 1) / kSlotAlignment * kSlotAlignment;
  return offset;
}

std::uint32_t FrameLayout::register_bytes(std::uint32_t index) const {
  return slot_bytes(function_->function->registers[index].type);
}

std::uint32_t FrameLayout::register_slot(std::uint32_t index, std::int8_t component) const {
  const std::uint32_t bytes = register_bytes(index);
  const std::uint32_t stride = std::max<std::uint32_t>(64, bytes * kWarpSize);
  return registers_[index] + (component > 0 ? static_cast<std::uint32_t>(component) * stride : 0);
}

std::uint32_t FrameLayout::constant(std::uint32_t bytes, std::uint64_t bits, std::uint32_t symbol) {
  const auto [found, is_new] = constants_.try_emplace({bytes, bits, symbol}, 0);
  if (is_new) {
    found->second = place(bytes);
    auto& list = symbol == kLocalSymbol ? function_->local_addresses : function_->constants;
    list.push_back({found->second, bytes, bits, symbol == kSharedSymbol ? kNoIndex : symbol});
    if (symbol == kSharedSymbol) function_->shared_addresses.push_back(list.back());
  }
  return found->second;
}

std::uint32_t FrameLayout::special(std::string_view name, std::uint32_t bytes) {
  const auto special = find_special(name);
  if (!special) return kNoSlot;
  const auto [found, is_new] = specials_.try_emplace({*special, bytes}, 0);
  if (is_new) {
    found->second = place(bytes);
    function_->specials.push_back({found->second, bytes, *special});
  }
  return found->second;
}

std::uint32_t FrameLayout::scratch(std::uint32_t bytes) {
  const auto [found, is_new] = scratch_.try_emplace(bytes, 0);
  if (is_new) found->second = place(bytes);
  return found->second;
}

std::uint32_t FrameLayout::temporary(std::uint32_t bytes) { return place(bytes); }

std::uint32_t FrameLayout::carry() { return carry_; }

std::uint32_t FrameLayout::bytes_at(std::uint32_t slot) const {
  const auto next = std::ranges::upper_bound(slots_, slot);
  return (next == slots_.end() ? next_ : *next) - slot;
}

void FrameLayout::finish() { function_->frame_bytes = next_; }

}  // namespace warplens::machine
