// What a function does with its registers, where a cost depends on it.
#include "kernels/machine/program/decoder.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;

template <class Visit>
void each_register(const ptx::Operand& operand, Visit&& visit) {
  if (operand.kind == OperandKind::reg) visit(operand.index);
  for (const ptx::Operand& element : operand.elements) each_register(element, visit);
}

std::uint32_t index_in(const ptx::Function& function, const ptx::Instruction& instruction) {
  return static_cast<std::uint32_t>(&instruction - function.instructions.data());
}

// Stores, reductions and branches have no destination; everything else has it first.
bool has_destination(const ptx::Instruction& instruction) {
  const std::string& opcode = instruction.opcode;
  return opcode != "st" && opcode != "red" && opcode != "bra" && opcode != "brx" &&
         opcode != "call" && opcode != "cp" && opcode != "stmatrix" &&
         !((opcode == "bar" || opcode == "barrier") && !instruction.has("red"));
}

}  // namespace

void Decoder::scan_registers() {
  reads_.assign(ptx_->registers.size(), 0);
  writes_.assign(ptx_->registers.size(), 0);
  constants_.assign(ptx_->registers.size(), std::nullopt);
  definitions_.assign(ptx_->registers.size(), kNoIndex);
  for (const Instruction& instruction : ptx_->instructions) {
    if (instruction.guard != ptx::kNone) ++reads_[instruction.guard];
    for (std::size_t i = 0; i < instruction.operands.size(); ++i) {
      const Operand& operand = instruction.operands[i];
      const bool is_written =
          i == 0 && has_destination(instruction) && operand.kind != OperandKind::memory;
      each_register(operand, [&](std::uint32_t reg) {
        ++(is_written ? writes_ : reads_)[reg];
        if (is_written) definitions_[reg] = index_in(*ptx_, instruction);
      });
    }
    if (instruction.opcode == "mov" && instruction.operands.size() == 2 &&
        instruction.operands[0].kind == OperandKind::reg &&
        instruction.operands[1].kind == OperandKind::integer && instruction.guard == ptx::kNone) {
      constants_[instruction.operands[0].index] = instruction.operands[1].bits;
    }
  }
}

bool Decoder::is_read(const Operand& operand) const {
  bool read = false;
  each_register(operand, [&](std::uint32_t reg) { read = read || reads_[reg] != 0; });
  return read;
}

std::optional<std::uint64_t> Decoder::known_constant(const Operand& operand) const {
  if (operand.kind == OperandKind::integer) return operand.bits;
  if (operand.kind != OperandKind::reg || writes_[operand.index] != 1) return std::nullopt;
  return constants_[operand.index];
}

}  // namespace warplens::machine
