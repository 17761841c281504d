// Integer divisions by what may be zero.
#include <algorithm>

#include "kernels/machine/program/decoder.h"

namespace warplens::machine {
namespace {

using OperandKind = ptx::Operand::Kind;

// Longer chains of instructions are not gone through.
constexpr std::uint32_t kDeepest = 12;

bool is_of_shape(const ptx::Operand& operand) {
  return operand.kind == OperandKind::special &&
         (operand.text.starts_with("%ntid") || operand.text.starts_with("%nctaid"));
}

// Opcodes whose result depends on nothing but their operands' values.
bool is_plain(std::string_view opcode) {
  constexpr std::string_view kNames[] = {"mov", "cvt", "add", "sub", "mul", "mad", "shl", "shr",
                                         "and", "or",  "not", "neg", "abs", "min", "max"};
  return std::ranges::find(kNames, opcode) != std::end(kNames);
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
  const Operand& divisor = instruction.operands.back();
  if (bytes == 0 || (divisor.kind == OperandKind::integer && divisor.bits != 0)) return;
  code.kind = InstructionKind::division;
  code.detail = bytes;
  image_->divides = true;
  std::vector<PassedValue> passed;
  if (!is_fixed(divisor, kDeepest, passed)) image_->divides_by_varying = true;
  image_->divisors.insert(passed.begin(), passed.end());
}

// The same for all threads of a launch, at any time; `passed` is what it comes of.
bool Decoder::is_fixed(const Operand& operand, std::uint32_t depth,
                       std::vector<PassedValue>& passed) const {
  if (operand.kind == OperandKind::integer || is_of_shape(operand)) return true;
  if (operand.kind != OperandKind::reg || writes_[operand.index] != 1 || depth == 0) return false;
  const Instruction& made = ptx_->instructions[definitions_[operand.index]];
  if (made.guard != ptx::kNone) return false;
  if (const auto value = passed_value(made)) {
    passed.push_back(*value);
    return true;
  }
  return is_plain(made.opcode) &&
         std::all_of(made.operands.begin() + 1, made.operands.end(),
                     [&](const Operand& source) { return is_fixed(source, depth - 1, passed); });
}

std::optional<PassedValue> Decoder::passed_value(const Instruction& load) const {
  const bool is_load = load.opcode == "ld" && load.operands.size() == 2 &&
                       load.operands[0].kind == OperandKind::reg && !load.modifiers.empty();
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
