// Where the elements of a matrix lie in the registers of a warp, element by element: for people who
// ask, and for views. It is made of the functions by which the machine itself multiplies.
//
//   lane, register, part of it ──at()──► matrix, row, column ──holders()──► lanes, registers, parts
//
// A factor of wgmma that comes from shared memory lies there in chunks of 16 bytes: its map has one
// lane, and a chunk for a register.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/base/dim3.h"
#include "kernels/machine/operations/matrix_multiply.h"
#include "kernels/machine/operations/tensor_move.h"
#include "kernels/machine/operations/wgmma.h"

namespace warplens::machine {

struct FragmentElement {
  std::uint32_t matrix = 0, row = 0, column = 0;
  friend bool operator==(const FragmentElement&, const FragmentElement&) = default;
};

struct FragmentPart {
  std::uint32_t lane = 0, reg = 0, part = 0;
  friend bool operator==(const FragmentPart&, const FragmentPart&) = default;
};

struct FragmentMap {
  MatrixElement element = MatrixElement::f16;
  std::uint32_t rows = 0, columns = 0;  // of each matrix
  std::uint32_t matrices = 1;           // Volta's mma has four, ldmatrix as many as it says
  std::uint32_t lanes = kWarpSize;
  std::uint32_t registers = 0;
  bool is_raw = false;                    // bits of any type: ldmatrix, stmatrix
  std::uint32_t parts = 1;                // elements of a register, the lowest bits first
  std::vector<FragmentElement> elements;  // by lane, register, part

  [[nodiscard]] bool is_in_memory() const { return lanes == 1; }
  [[nodiscard]] std::uint32_t register_bytes() const;
  [[nodiscard]] const FragmentElement& at(const FragmentPart& part) const {
    return elements[(part.lane * registers + part.reg) * parts + part.part];
  }
  // wmma keeps some elements more than once.
  [[nodiscard]] std::vector<FragmentPart> holders(const FragmentElement& element) const;
  // A register's bytes lie at (register · lanes + lane) · register_bytes(), as in a frame.
  [[nodiscard]] double value(const std::byte* registers_of_all, const FragmentPart& part) const;
  // Of parts that follow one another, 64 bits at most.
  [[nodiscard]] std::uint64_t bits(const std::byte* registers_of_all, const FragmentPart& first,
                                   std::uint32_t count) const;

  friend bool operator==(const FragmentMap&, const FragmentMap&) = default;
};

enum class MatrixOperand : std::uint8_t { a, b, c, d };

[[nodiscard]] FragmentMap fragment_map(const MatrixMultiply& multiply, MatrixOperand operand);
// D's registers are C's, too. `a` and `b` of shared memory are as the machine gathers them.
[[nodiscard]] FragmentMap fragment_map(const WgmmaMultiply& multiply, MatrixOperand operand);
[[nodiscard]] FragmentMap fragment_map(const MatrixFragment& fragment, MatrixRole role,
                                       const MatrixShape& shape);
// ldmatrix and stmatrix: a register for each matrix of 8×8 elements of 16 bits.
[[nodiscard]] FragmentMap fragment_map_of_rows(std::uint32_t matrices, bool is_transposed);
// tcgen05.ld and tcgen05.st: rows are lanes of tensor memory. Of .16x32bx2 the upper lanes' columns
// are a second matrix. Cells are taken for f32, packed ones for f16.
[[nodiscard]] FragmentMap fragment_map(const TensorImage& image);

}  // namespace warplens::machine
