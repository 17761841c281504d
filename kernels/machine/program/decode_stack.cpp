// alloca, stacksave, stackrestore.
#include <algorithm>
#include <bit>

#include "kernels/machine/program/decoder.h"

namespace warplens::machine {

bool Decoder::decode_stack(const Instruction& instruction, Decoded& code) {
  // alloca.TYPE address, bytes{, alignment};  stacksave.TYPE end;  stackrestore.TYPE end;
  using Action = StackUse::Action;
  constexpr std::uint64_t kMostAlignment = 1 << 23;
  Modifiers modifiers(instruction);
  const auto type = modifiers.take_type();
  const auto& operands = instruction.operands;
  if (!type || !modifiers.empty() || operands.empty()) return false;
  if (*type != ptx::ScalarType::u32 && *type != ptx::ScalarType::u64) return false;
  StackUse use;
  use.bytes = ptx::size_of(*type);
  use.action = instruction.opcode == "alloca"      ? Action::allocate
               : instruction.opcode == "stacksave" ? Action::save
                                                   : Action::restore;
  const bool is_allocation = use.action == Action::allocate;
  if (operands.size() > (is_allocation ? 3u : 1u) || (is_allocation && operands.size() < 2)) {
    return false;
  }
  if (use.action != Action::restore) {
    use.destination = destination(operands[0], use.bytes);
    if (use.destination == kNoSlot) return false;
  }
  if (use.action != Action::save) {
    use.value = source(operands[is_allocation ? 1 : 0], *type);
    if (use.value == kNoSlot) return false;
  }
  if (operands.size() == 3) {
    const std::uint64_t alignment = operands[2].bits;
    if (operands[2].kind != Operand::Kind::integer || !std::has_single_bit(alignment) ||
        alignment > kMostAlignment) {
      return false;
    }
    use.alignment = std::max(use.alignment, static_cast<std::uint32_t>(alignment));
  }
  function_->moves_stack = true;
  image_->allocates_stack = image_->allocates_stack || is_allocation;
  code.kind = InstructionKind::stack_use;
  code.detail = static_cast<std::uint32_t>(image_->stack_uses.size());
  image_->stack_uses.push_back(use);
  return true;
}

}  // namespace warplens::machine
