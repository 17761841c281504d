// Finds how a function uses its registers, where a cost depends on it.
#include "kernels/machine/program/decoder.h"
#include "kernels/machine/program/register_use.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;

std::uint32_t index_in(const ptx::Function& function, const ptx::Instruction& instruction) {
  return static_cast<std::uint32_t>(&instruction - function.instructions.data());
}

}  // namespace

void Decoder::scan_registers() {
  reads_.assign(ptx_->registers.size(), 0);
  writes_.assign(ptx_->registers.size(), 0);
  constants_.assign(ptx_->registers.size(), std::nullopt);
  definitions_.assign(ptx_->registers.size(), kNoIndex);
  for (const Instruction& instruction : ptx_->instructions) {
    each_register_use(instruction, [&](std::uint32_t reg, bool is_read, bool is_written) {
      if (is_read) ++reads_[reg];
      if (!is_written) return;
      ++writes_[reg];
      definitions_[reg] = index_in(*ptx_, instruction);
    });
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
