// mma.sync: D = A·B + C on fragments that lie across a warp (PTX ISA, "Matrix Fragments for mma").
//
// A is m×k, B k×8, C and D m×8. A lane is (group = lane / 4, member = lane % 4), and a register
// holds e elements that follow each other along k (one in an f32 or f64 register):
//
//   A  register r, element i   row group + 8·(r mod 2), column member·e + i + 4e·(r / 2)
//   B  register r, element i   row member·e + i + 4e·r, column group
//   C  element j of the lane   row group + 8·(j / 2),   column member·2 + j mod 2
//
// Products are exact. f32 and f16 results are summed in f64 and rounded once: hardware sums in an
// order and a width that PTX leaves open. f64 is a chain of fused multiply-adds along k.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warplens::machine {

enum class MatrixElement : std::uint8_t {
  f16,
  bf16,
  tf32,
  e4m3,
  e5m2,
  f32,
  f64,
  s8,
  u8,
  s4,
  u4,
  b1,
  s32
};
[[nodiscard]] std::optional<MatrixElement> matrix_element(std::string_view name);

struct MatrixMultiply {
  std::uint32_t m = 16, k = 16;
  MatrixElement a = MatrixElement::f16, b = MatrixElement::f16;
  MatrixElement c = MatrixElement::f32, d = MatrixElement::f32;
  bool saturates = false;    // s32: to its range; otherwise it wraps
  bool is_exclusive = true;  // b1: the popcount of xor, else of and
  // Slots in the frame, `…_registers` of them.
  std::array<std::uint32_t, 8> a_slots{}, c_slots{}, d_slots{};
  std::array<std::uint32_t, 4> b_slots{};
  std::uint32_t a_registers = 0, b_registers = 0, c_registers = 0, d_registers = 0;
};

// Sets the numbers of registers; false when there is no such combination of shape and types.
[[nodiscard]] bool count_registers(MatrixMultiply& multiply);
[[nodiscard]] std::uint32_t register_bytes(MatrixElement element);

// Multiplies for all 32 lanes.
void multiply_matrices(const MatrixMultiply& multiply, std::byte* frame);

}  // namespace warplens::machine
