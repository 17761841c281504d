#include "kernels/machine/operations/instruction_reader.h"

#include <algorithm>

namespace warplens::machine {
namespace {

using Kind = ptx::Operand::Kind;

bool is_compound(const ptx::Operand& operand) {
  return operand.kind == Kind::vector || operand.kind == Kind::pair;
}

void flatten(const ptx::Operand& operand, std::vector<const ptx::Operand*>& out) {
  if (!is_compound(operand)) {
    out.push_back(&operand);
    return;
  }
  for (const ptx::Operand& element : operand.elements) flatten(element, out);
}

}  // namespace

InstructionReader::InstructionReader(const ptx::Instruction& instruction,
                                     std::span<const ptx::Register> registers)
    : instruction_(&instruction),
      registers_(registers),
      modifiers_(instruction.modifiers.begin(), instruction.modifiers.end()) {
  for (const ptx::Operand& operand : instruction.operands) flatten(operand, operands_);
  for (const ptx::Operand* operand : operands_) negated_.push_back(operand->negated);
}

bool InstructionReader::take(std::string_view word) {
  const auto found = std::ranges::find(modifiers_, word);
  if (found == modifiers_.end()) return false;
  modifiers_.erase(found);
  return true;
}

ptx::ScalarType InstructionReader::take_type() {
  for (auto word = modifiers_.begin(); word != modifiers_.end(); ++word) {
    if (const auto type = ptx::scalar_type(*word)) {
      modifiers_.erase(word);
      return *type;
    }
  }
  return ptx::ScalarType::none;
}

bool InstructionReader::is_type_first() const {
  return !modifiers_.empty() && ptx::scalar_type(modifiers_.front()).has_value();
}

std::size_t InstructionReader::parts(std::size_t index) const {
  if (index >= instruction_->operands.size()) return 0;
  std::vector<const ptx::Operand*> flat;
  flatten(instruction_->operands[index], flat);
  return flat.size();
}

std::uint32_t InstructionReader::register_bytes(std::size_t index, std::uint32_t otherwise) const {
  if (index >= operands_.size()) return otherwise;
  const ptx::Operand& operand = *operands_[index];
  if (operand.kind != Kind::reg || operand.index >= registers_.size()) return otherwise;
  const std::uint32_t bytes = ptx::size_of(registers_[operand.index].type);
  return bytes == 0 ? otherwise : std::max(bytes, 2u);
}

bool InstructionReader::take_negation(std::size_t index) {
  if (index >= negated_.size() || !negated_[index]) return false;
  negated_[index] = false;
  return true;
}

bool InstructionReader::has_negation_left() const {
  return std::ranges::find(negated_, true) != negated_.end();
}

}  // namespace warplens::machine
