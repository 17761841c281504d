// mma.sync. Volta's m8n8k4 on f16, sparse and block-scaled forms are not known.
#include "kernels/machine/program/decoder.h"

namespace warplens::machine {
namespace {

using ptx::ScalarType;

struct Shape {
  std::string_view name;
  std::uint32_t m, k;
};
constexpr Shape kShapes[] = {
    {"m16n8k4", 16, 4},   {"m16n8k8", 16, 8},     {"m16n8k16", 16, 16},   {"m16n8k32", 16, 32},
    {"m16n8k64", 16, 64}, {"m16n8k128", 16, 128}, {"m16n8k256", 16, 256}, {"m8n8k4", 8, 4},
    {"m8n8k16", 8, 16},   {"m8n8k32", 8, 32},     {"m8n8k128", 8, 128},
};

ScalarType register_type(MatrixElement element) {
  return element == MatrixElement::f64   ? ScalarType::f64
         : element == MatrixElement::f32 ? ScalarType::f32
                                         : ScalarType::b32;
}

// mma.sync.aligned.SHAPE.row.col{.satfinite}.D.A.B.C{.xor|and.popc}
std::optional<MatrixMultiply> read_form(const ptx::Instruction& instruction) {
  Modifiers modifiers(instruction);
  MatrixMultiply multiply;
  const bool is_usual = modifiers.take("sync") && modifiers.take("aligned") &&
                        modifiers.take("row") && modifiers.take("col");
  multiply.saturates = modifiers.take("satfinite");
  const bool counts = modifiers.take("popc");
  multiply.is_exclusive = modifiers.take("xor");
  const bool conjoins = modifiers.take("and");
  const std::vector<std::string_view> rest = modifiers.left();
  if (!is_usual || rest.size() != 5 || (multiply.is_exclusive && conjoins)) return std::nullopt;
  MatrixElement* const places[] = {&multiply.d, &multiply.a, &multiply.b, &multiply.c};
  for (std::size_t i = 0; i < 4; ++i) {
    const auto element = matrix_element(rest[i + 1]);
    if (!element) return std::nullopt;
    *places[i] = *element;
  }
  const bool has_bits = multiply.a == MatrixElement::b1;
  if (counts != has_bits || has_bits != (multiply.is_exclusive || conjoins)) return std::nullopt;
  for (const Shape& shape : kShapes) {
    if (shape.name != rest[0]) continue;
    multiply.m = shape.m;
    multiply.k = shape.k;
    if (count_registers(multiply)) return multiply;
  }
  return std::nullopt;
}

std::vector<ptx::Operand> registers_of(const ptx::Operand& operand) {
  if (operand.kind == ptx::Operand::Kind::vector) return operand.elements;
  return {operand};
}

}  // namespace

template <class Place>
bool Decoder::place_fragment(const Operand& operand, std::uint32_t count, Place place) {
  const std::vector<Operand> registers = registers_of(operand);
  if (registers.size() != count) return false;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (place(i, registers[i]) == kNoSlot) return false;
  }
  return true;
}

bool Decoder::decode_multiply(const Instruction& instruction, Decoded& code) {
  auto multiply = read_form(instruction);
  const auto& operands = instruction.operands;
  if (!multiply || operands.size() != 4) return false;
  const auto from = [&](auto& slots, MatrixElement element) {
    return [&slots, type = register_type(element), this](std::uint32_t i, const Operand& operand) {
      return slots[i] = source(operand, type);
    };
  };
  const auto into = [&](std::uint32_t i, const Operand& operand) {
    return multiply->d_slots[i] = destination(operand, register_bytes(multiply->d));
  };
  if (!place_fragment(operands[0], multiply->d_registers, into) ||
      !place_fragment(operands[1], multiply->a_registers, from(multiply->a_slots, multiply->a)) ||
      !place_fragment(operands[2], multiply->b_registers, from(multiply->b_slots, multiply->b)) ||
      !place_fragment(operands[3], multiply->c_registers, from(multiply->c_slots, multiply->c))) {
    return false;
  }
  code.kind = InstructionKind::matrix_multiply;
  code.detail = static_cast<std::uint32_t>(image_->multiplies.size());
  image_->multiplies.push_back(*multiply);
  return true;
}

}  // namespace warplens::machine
