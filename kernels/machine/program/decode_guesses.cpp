// Plain loads of what a compare-and-swap compares: it tells whether the guess was right.
#include <algorithm>
#include <set>

#include "kernels/machine/program/decoder.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;
using Registers = std::set<std::uint32_t>;

bool is_register(const ptx::Operand& operand) {
  return operand.kind == OperandKind::reg && operand.component < 0;
}

bool compares(const ptx::Instruction& instruction) {
  return instruction.opcode == "atom" && instruction.operands.size() > 2 &&
         std::ranges::count(instruction.modifiers, "cas") != 0;
}

// Adds the registers whose values are moved into these.
void add_sources(const ptx::Function& function, Registers& registers) {
  for (std::size_t known = 0; known != registers.size();) {
    known = registers.size();
    for (const ptx::Instruction& move : function.instructions) {
      if (move.opcode != "mov" || move.operands.size() != 2) continue;
      if (!is_register(move.operands[0]) || !is_register(move.operands[1])) continue;
      if (registers.contains(move.operands[0].index)) registers.insert(move.operands[1].index);
    }
  }
}

Registers compared_registers(const ptx::Function& function) {
  Registers registers;
  for (const ptx::Instruction& instruction : function.instructions) {
    if (compares(instruction) && is_register(instruction.operands[2])) {
      registers.insert(instruction.operands[2].index);
    }
  }
  add_sources(function, registers);
  return registers;
}

}  // namespace

void Decoder::find_guesses() {
  const Registers compared = compared_registers(*function_->function);
  if (compared.empty()) return;
  for (std::size_t i = 0; i < function_->code.size(); ++i) {
    const Decoded& code = function_->code[i];
    if (code.kind != InstructionKind::load) continue;
    const ptx::Operand& loaded = function_->function->instructions[i].operands[0];
    if (!is_register(loaded) || !compared.contains(loaded.index)) continue;
    MemoryAccess& access = image_->accesses[code.detail];
    access.is_guess = true;
    if (access.shared_kind == RaceAccessKind::read) {
      access.shared_kind = RaceAccessKind::volatile_read;
    }
  }
}

}  // namespace warplens::machine
