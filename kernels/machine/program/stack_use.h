// alloca, stacksave and stackrestore, decoded: a thread's local memory that grows while it runs.
#pragma once

#include <cstdint>

#include "kernels/machine/program/address_operand.h"

namespace warplens::machine {

struct StackUse {
  enum class Action : std::uint8_t { allocate, save, restore };
  Action action = Action::allocate;
  std::uint32_t bytes = 8;              // of an address: the instruction's type
  std::uint32_t destination = kNoSlot;  // allocate, save
  std::uint32_t value = kNoSlot;        // how many bytes, or where the stack is to end
  std::uint32_t alignment = 8;
};

}  // namespace warplens::machine
