#include "kernels/machine/program/number_use.h"

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <string_view>

#include "kernels/machine/program/frame_layout.h"

namespace warplens::machine {
namespace {

using ptx::ScalarType;

constexpr std::array<std::string_view, 15> kComputing = {"add", "sub",  "mul",   "fma", "mad",
                                                         "div", "rcp",  "sqrt",  "sin", "cos",
                                                         "lg2", "tanh", "rsqrt", "ex2", "cvt"};

bool is_floating(ScalarType type) {
  using enum ScalarType;
  return type == f16 || type == f16x2 || type == bf16 || type == bf16x2 || type == tf32 ||
         type == f32 || type == f64;
}

struct Types {
  ScalarType result, source;
};

// nullopt: it makes no floating-point number, or of numbers of 8 bits and fewer.
std::optional<Types> types_of(const ptx::Instruction& instruction) {
  if (std::ranges::find(kComputing, instruction.opcode) == kComputing.end()) return std::nullopt;
  std::vector<ScalarType> types;
  for (const std::string& word : instruction.modifiers) {
    if (const auto type = ptx::scalar_type(word)) types.push_back(*type);
  }
  const std::size_t expected = instruction.opcode == "cvt" ? 2 : 1;
  if (types.size() != expected || !is_floating(types.front())) return std::nullopt;
  return Types{types.front(), types.back()};
}

NumberUse arithmetic_use(const FunctionImage& function, std::size_t index) {
  const ptx::Instruction& instruction = function.function->instructions[index];
  NumberUse use;
  const auto types = types_of(instruction);
  const auto operation = find_operation(instruction, function.function->registers);
  if (!types || !operation) return use;
  for (std::size_t i = 0; i < operation->operands.size(); ++i) {
    const OperandShape& shape = operation->operands[i];
    auto& numbers = shape.is_destination ? use.results : use.sources;
    numbers.push_back({shape.is_destination ? types->result : types->source,
                       function.code[index].operands[i], slot_bytes(shape.type)});
  }
  return use;
}

bool is_non_finite(const ptx::Operand& operand) {
  using Kind = ptx::Operand::Kind;
  if (operand.kind == Kind::f32) return (operand.bits & 0x7f80'0000) == 0x7f80'0000;
  constexpr std::uint64_t kExponent = 0x7ff0'0000'0000'0000;
  return operand.kind == Kind::f64 && (operand.bits & kExponent) == kExponent;
}

// selp between such a constant and a register. Between two constants nothing is chosen yet: powf
// has 0 and ∞ ready.
NumberUse choice_use(const FunctionImage& function, std::size_t index) {
  const ptx::Instruction& instruction = function.function->instructions[index];
  const auto& operands = instruction.operands;
  NumberUse use;
  if (operands.size() != 4) return use;
  const std::size_t constant = is_non_finite(operands[1]) ? 1 : 2;
  const std::size_t other = 3 - constant;
  if (!is_non_finite(operands[constant]) || operands[other].kind != ptx::Operand::Kind::reg)
    return use;
  const ScalarType type = instruction.has("f64") ? ScalarType::f64 : ScalarType::f32;
  const OperandOffsets& slots = function.code[index].operands;
  use.is_choice = true;
  use.results = {{type, slots[0], ptx::size_of(type)}};
  use.sources = {{type, slots[other], ptx::size_of(type)}};
  return use;
}

std::optional<ScalarType> register_type(MatrixElement element) {
  switch (element) {
    case MatrixElement::f16:
      return ScalarType::f16x2;
    case MatrixElement::bf16:
      return ScalarType::bf16x2;
    case MatrixElement::tf32:
    case MatrixElement::f32:
      return ScalarType::f32;
    case MatrixElement::f64:
      return ScalarType::f64;
    default:
      return std::nullopt;
  }
}

void add(std::vector<NumberSlot>& numbers, MatrixElement element,
         std::span<const std::uint32_t> slots) {
  const auto type = register_type(element);
  if (!type) return;
  for (const std::uint32_t slot : slots) numbers.push_back({*type, slot, ptx::size_of(*type)});
}

void add(std::vector<NumberSlot>& numbers, const MatrixFragment& fragment) {
  add(numbers, fragment.element, std::span(fragment.slots).first(fragment.registers));
}

NumberUse multiply_use(const MatrixMultiply& multiply) {
  NumberUse use;
  use.mixes_lanes = true;
  add(use.sources, multiply.a);
  add(use.sources, multiply.b);
  if (use.sources.empty()) return {};
  add(use.sources, multiply.c);
  add(use.results, multiply.d);
  return use;
}

NumberUse wgmma_use(const WgmmaMultiply& multiply) {
  NumberUse use;
  const auto factors = register_type(multiply.a);
  if (!factors) return use;
  use.mixes_lanes = true;
  use.factors = *factors;
  add(use.sources, multiply.d, multiply.d_slots);
  add(use.results, multiply.d, multiply.d_slots);
  return use;
}

NumberUse use_of(const ProgramImage& image, const FunctionImage& function, std::size_t index) {
  const Decoded& code = function.code[index];
  switch (code.kind) {
    case InstructionKind::arithmetic:
      return function.function->instructions[index].opcode == "selp"
                 ? choice_use(function, index)
                 : arithmetic_use(function, index);
    case InstructionKind::matrix_multiply:
      return multiply_use(image.multiplies[code.detail]);
    case InstructionKind::wgmma_multiply:
      return wgmma_use(image.wgmma_multiplies[code.detail]);
    default:
      return {};
  }
}

}  // namespace

std::vector<NumberUse> number_uses(const ProgramImage& image) {
  const FunctionImage& last = image.functions.back();
  std::vector<NumberUse> uses(last.first_instruction + last.code.size());
  for (const FunctionImage& function : image.functions) {
    for (std::size_t i = 0; i < function.function->instructions.size(); ++i) {
      uses[function.first_instruction + i] = use_of(image, function, i);
    }
  }
  return uses;
}

}  // namespace warplens::machine
