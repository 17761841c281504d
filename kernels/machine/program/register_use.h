// The registers that an instruction reads and writes.
#pragma once

#include <cstdint>

#include "kernels/ptx/module.h"

namespace warplens::machine {

// Stores, reductions and branches have no destination; everything else has it first.
[[nodiscard]] bool has_destination(const ptx::Instruction& instruction);
// Whether it reads a special register that shows the time.
[[nodiscard]] bool reads_clock(const ptx::Instruction& instruction);

template <class Visit>
void each_register(const ptx::Operand& operand, Visit&& visit) {
  if (operand.kind == ptx::Operand::Kind::reg) visit(operand.index);
  for (const ptx::Operand& element : operand.elements) each_register(element, visit);
}

// Calls visit(register, is_read, is_written), once for each place where it is named.
template <class Visit>
void each_register_use(const ptx::Instruction& instruction, Visit&& visit) {
  if (instruction.guard != ptx::kNone) visit(instruction.guard, true, false);
  for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
    const ptx::Operand& operand = instruction.operands[i];
    const bool is_written =
        i == 0 && has_destination(instruction) && operand.kind != ptx::Operand::Kind::memory;
    const bool is_read = !is_written || instruction.opcode == "wgmma";  // which adds to it
    each_register(operand, [&](std::uint32_t reg) { visit(reg, is_read, is_written); });
  }
}

}  // namespace warplens::machine
