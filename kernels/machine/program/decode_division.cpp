// Integer divisions by what may be zero.
#include "kernels/machine/program/decoder.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;

bool is_never_zero(const ptx::Operand& operand) {
  if (operand.kind == OperandKind::integer) return operand.bits != 0;
  return operand.kind == OperandKind::special &&
         (operand.text.starts_with("%ntid") || operand.text.starts_with("%nctaid"));
}

std::uint32_t integer_bytes(const ptx::Instruction& instruction) {
  for (const std::string& word : instruction.modifiers) {
    if (word == "u16" || word == "s16") return 2;
    if (word == "u32" || word == "s32") return 4;
    if (word == "u64" || word == "s64") return 8;
  }
  return 0;
}

}  // namespace

void Decoder::make_division(const Instruction& instruction, Decoded& code) {
  if (instruction.opcode != "div" && instruction.opcode != "rem") return;
  const std::uint32_t bytes = integer_bytes(instruction);
  const Operand* divisor = &instruction.operands.back();
  const bool is_single = divisor->kind == OperandKind::reg && writes_[divisor->index] == 1;
  const auto passed = is_single ? passed_value(*divisor) : std::nullopt;
  if (is_single) {
    const Instruction& made = ptx_->instructions[definitions_[divisor->index]];
    if (made.opcode == "mov" && made.operands.size() == 2) divisor = &made.operands[1];
  }
  if (bytes == 0 || is_never_zero(*divisor)) return;
  code.kind = InstructionKind::division;
  code.detail = bytes;
  if (passed) {
    image_->divisors.insert(*passed);
  } else {
    image_->divides_by_others = true;
  }
}

std::optional<PassedValue> Decoder::passed_value(const Operand& operand) const {
  const Instruction& load = ptx_->instructions[definitions_[operand.index]];
  const bool is_load = load.opcode == "ld" && load.operands.size() == 2 &&
                       load.operands[0].kind == OperandKind::reg && load.guard == ptx::kNone &&
                       !load.modifiers.empty();
  if (!is_load || load.operands[1].elements.size() != 1) return std::nullopt;
  const Operand& base = load.operands[1].elements[0];
  if (base.kind != OperandKind::symbol) return std::nullopt;
  const auto address = symbols_->find(index_, base.text);
  if (!address || address->space != ptx::StateSpace::param) return std::nullopt;
  const std::uint64_t offset = address->value + base.bits + load.operands[1].bits;
  const auto type = ptx::scalar_type(load.modifiers.back());
  if (!type || offset >= kFrameParameters) return std::nullopt;
  return PassedValue{static_cast<std::uint32_t>(offset), ptx::size_of(*type)};
}

}  // namespace warplens::machine
