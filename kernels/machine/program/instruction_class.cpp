#include "kernels/machine/program/instruction_class.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "kernels/machine/program/matrix_form.h"

namespace warplens::machine {
namespace {

using trace::InstructionClass;
using trace::TensorKind;

using Spellings = std::initializer_list<std::string_view>;

bool is_one_of(std::string_view word, Spellings words) {
  return std::ranges::find(words, word) != words.end();
}

bool has_one_of(const ptx::Instruction& instruction, Spellings words) {
  return std::ranges::any_of(instruction.modifiers,
                             [&](const std::string& one) { return is_one_of(one, words); });
}

bool is_half(const ptx::Instruction& instruction) {
  return has_one_of(instruction, {"f16", "f16x2", "bf16", "bf16x2"});
}

bool is_float(const ptx::Instruction& instruction) {
  return has_one_of(instruction, {"f32", "f64"}) || is_half(instruction);
}

// The classes of one precision, in the order of InstructionClass.
InstructionClass arithmetic_class(const ptx::Instruction& instruction, InstructionClass add) {
  const auto after = [&](int places) {
    return static_cast<InstructionClass>(static_cast<int>(add) + places);
  };
  if (is_one_of(instruction.opcode, {"fma", "mad"})) return after(3);
  if (has_one_of(instruction, {"rn", "rz", "rm", "rp"})) return after(2);
  return instruction.opcode == "mul" ? after(1) : add;
}

InstructionClass arithmetic_class(const ptx::Instruction& instruction) {
  if (has_one_of(instruction, {"f32", "f32x2"})) {
    return arithmetic_class(instruction, InstructionClass::fp32_add);
  }
  if (instruction.has("f64")) return arithmetic_class(instruction, InstructionClass::fp64_add);
  if (is_half(instruction)) return arithmetic_class(instruction, InstructionClass::fp16_add);
  return InstructionClass::removable;
}

// To an integer, from or to 64 bits, to a whole number: by the unit of special functions.
InstructionClass conversion_class(const ptx::Instruction& instruction) {
  const bool is_rounding = has_one_of(instruction, {"rni", "rzi", "rmi", "rpi"});
  const bool is_wide =
      instruction.has("f64") && has_one_of(instruction, {"f32", "f16", "s32", "u32", "s64", "u64"});
  return is_float(instruction) && (is_rounding || is_wide) ? InstructionClass::conversion
                                                           : InstructionClass::removable;
}

InstructionClass barrier_class(const ptx::Instruction& instruction) {
  return instruction.has("warp") ? InstructionClass::removable : InstructionClass::barrier;
}

struct Products {
  MatrixElement factor = MatrixElement::f16;
  std::uint64_t multiply_adds = 0;
};

std::optional<TensorKind> kind_of(bool is_wgmma, MatrixElement factor) {
  switch (factor) {
    case MatrixElement::f16:
    case MatrixElement::bf16:
      return is_wgmma ? TensorKind::wgmma_f16 : TensorKind::mma_f16;
    case MatrixElement::tf32:
      return is_wgmma ? TensorKind::wgmma_tf32 : TensorKind::mma_tf32;
    case MatrixElement::e4m3:
    case MatrixElement::e5m2:
      return is_wgmma ? TensorKind::wgmma_f8 : TensorKind::mma_f8;
    case MatrixElement::s8:
    case MatrixElement::u8:
      return is_wgmma ? TensorKind::wgmma_s8 : TensorKind::mma_s8;
    case MatrixElement::b1:
      return is_wgmma ? TensorKind::wgmma_b1 : TensorKind::mma_b1;
    case MatrixElement::s4:
    case MatrixElement::u4:
      return TensorKind::mma_s4;
    case MatrixElement::f64:
      return TensorKind::mma_f64;
    default:
      return std::nullopt;
  }
}

Products products_of(const MatrixMultiply& multiply) {
  const auto& [m, n, k] = multiply.shape;
  const std::uint64_t all = std::uint64_t{m} * n * k;
  return {multiply.a.element, multiply.sparsity ? all / 2 : all};
}

Products products_of(const WgmmaMultiply& multiply) {
  const std::uint64_t all = std::uint64_t{WgmmaMultiply::kRows} * multiply.columns * multiply.depth;
  return {multiply.a, multiply.sparsity ? all / 2 : all};
}

std::uint64_t shared_bytes_of(const MatrixMultiply& /*multiply*/) { return 0; }
std::uint64_t shared_bytes_of(const WgmmaMultiply& multiply) {
  if (multiply.sparsity) return 0;
  const std::uint64_t of_b = multiply.columns * multiply.column_bytes() / WgmmaMultiply::kWarps;
  const std::uint64_t of_a = WgmmaMultiply::kRows * WgmmaMultiply::kDepthBytes;
  return multiply.a_has_descriptor ? of_a + of_b : of_b;
}

template <class Multiply>
std::optional<TensorWork> work_of(const std::optional<Multiply>& multiply, bool is_wgmma) {
  if (!multiply) return std::nullopt;
  const Products products = products_of(*multiply);
  auto kind = kind_of(is_wgmma, products.factor);
  if (kind == TensorKind::mma_f16 && multiply->sparsity) kind = TensorKind::mma_sparse;
  if (!kind) return std::nullopt;
  return TensorWork{*kind, products.multiply_adds, shared_bytes_of(*multiply)};
}

}  // namespace

InstructionClass instruction_class(const ptx::Instruction& instruction) {
  const std::string_view opcode = instruction.opcode;
  if (opcode == "shfl") return InstructionClass::shuffle;
  if (opcode == "vote") return InstructionClass::vote;
  if (is_one_of(opcode, {"redux", "match"})) return InstructionClass::reduction;
  if (is_one_of(opcode, {"bar", "barrier"})) return barrier_class(instruction);
  if (is_one_of(opcode, {"tex", "tld4"})) return InstructionClass::texture;
  if (is_one_of(opcode, {"mma", "wgmma"})) return InstructionClass::tensor;
  if (is_one_of(opcode, {"popc", "clz", "bfind", "brev"})) return InstructionClass::bits;
  if (opcode == "cvt") return conversion_class(instruction);
  if (is_one_of(opcode, {"rcp", "sqrt", "rsqrt", "sin", "cos", "ex2", "lg2", "tanh"})) {
    return InstructionClass::special;
  }
  if (!is_float(instruction) && !instruction.has("f32x2")) return InstructionClass::removable;
  if (opcode == "div") return InstructionClass::special;
  if (is_one_of(opcode, {"min", "max"})) return InstructionClass::comparison;
  return is_one_of(opcode, {"add", "sub", "mul", "fma", "mad"}) ? arithmetic_class(instruction)
                                                                : InstructionClass::removable;
}

std::uint32_t executions_of(const ptx::Instruction& instruction) {
  const InstructionClass kind = instruction_class(instruction);
  const bool is_special = kind == InstructionClass::special;
  const bool is_pair = has_one_of(instruction, {"f16x2", "bf16x2"});
  return (is_special && is_pair) || instruction.has("f32x2") ? 2 : 1;
}

std::optional<TensorWork> tensor_work(const ptx::Instruction& instruction) {
  if (instruction.opcode == "mma") return work_of(read_mma(instruction), false);
  if (instruction.opcode == "wgmma") return work_of(read_wgmma(instruction), true);
  const bool is_wmma = instruction.opcode == "wmma" && instruction.has("mma");
  return is_wmma ? work_of(read_wmma_multiply(instruction), false) : std::nullopt;
}

}  // namespace warplens::machine
