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

NumberUse multiply_use(const MatrixMultiply& multiply) {
  NumberUse use;
  use.mixes_lanes = true;
  const auto add = [](std::vector<NumberSlot>& numbers, MatrixElement element,
                      std::span<const std::uint32_t> slots) {
    const auto type = register_type(element);
    if (!type) return;
    for (const std::uint32_t slot : slots) numbers.push_back({*type, slot, ptx::size_of(*type)});
  };
  add(use.sources, multiply.a, std::span(multiply.a_slots).first(multiply.a_registers));
  add(use.sources, multiply.b, std::span(multiply.b_slots).first(multiply.b_registers));
  if (use.sources.empty()) return {};
  add(use.sources, multiply.c, std::span(multiply.c_slots).first(multiply.c_registers));
  add(use.results, multiply.d, std::span(multiply.d_slots).first(multiply.d_registers));
  return use;
}

}  // namespace

std::vector<NumberUse> number_uses(const ProgramImage& image) {
  const FunctionImage& last = image.functions.back();
  std::vector<NumberUse> uses(last.first_instruction + last.code.size());
  for (const FunctionImage& function : image.functions) {
    for (std::size_t i = 0; i < function.function->instructions.size(); ++i) {
      const Decoded& code = function.code[i];
      NumberUse& use = uses[function.first_instruction + i];
      if (code.kind == InstructionKind::arithmetic) use = arithmetic_use(function, i);
      if (code.kind == InstructionKind::matrix_multiply)
        use = multiply_use(image.multiplies[code.detail]);
    }
  }
  return uses;
}

}  // namespace warplens::machine
