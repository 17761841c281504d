#include "kernels/machine/operations/operations_form.h"

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

Form::Form(const ptx::Instruction& instruction, std::span<const ptx::Register> registers)
    : instruction_(&instruction),
      registers_(registers),
      words_(instruction.modifiers.begin(), instruction.modifiers.end()) {
  for (const ptx::Operand& operand : instruction.operands) flatten(operand, operands_);
  for (const ptx::Operand* operand : operands_) negated_.push_back(operand->negated);
}

bool Form::take(std::string_view word) {
  const auto found = std::ranges::find(words_, word);
  if (found == words_.end()) return false;
  words_.erase(found);
  return true;
}

ptx::ScalarType Form::take_type() {
  for (auto word = words_.begin(); word != words_.end(); ++word) {
    if (const auto type = ptx::scalar_type(*word)) {
      words_.erase(word);
      return *type;
    }
  }
  return ptx::ScalarType::none;
}

std::size_t Form::parts(std::size_t index) const {
  if (index >= instruction_->operands.size()) return 0;
  std::vector<const ptx::Operand*> flat;
  flatten(instruction_->operands[index], flat);
  return flat.size();
}

std::uint32_t Form::register_bytes(std::size_t index, std::uint32_t otherwise) const {
  if (index >= operands_.size()) return otherwise;
  const ptx::Operand& operand = *operands_[index];
  if (operand.kind != Kind::reg || operand.index >= registers_.size()) return otherwise;
  const std::uint32_t bytes = ptx::size_of(registers_[operand.index].type);
  return bytes == 0 ? otherwise : std::max(bytes, 2u);
}

bool Form::take_negation(std::size_t index) {
  if (index >= negated_.size() || !negated_[index]) return false;
  negated_[index] = false;
  return true;
}

bool Form::has_negation_left() const { return std::ranges::find(negated_, true) != negated_.end(); }

}  // namespace warplens::machine
