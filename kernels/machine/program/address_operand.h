// How an address is computed from a register and a constant, decoded.
#pragma once

#include <cstdint>

namespace warplens::machine {

// Stands for a slot that an instruction does not have.
inline constexpr std::uint32_t kNoSlot = 0xffffffffu;

struct AddressOperand {
  std::uint32_t slot = kNoSlot;
  bool is_wide = true;  // 64-bit register; 32-bit addresses wrap at 4 GiB
  std::uint64_t offset = 0;
};

}  // namespace warplens::machine
