#include "kernels/machine/operations/quad_multiply.h"

#include "kernels/base/dim3.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/matrix_numbers.h"

namespace warplens::machine {
namespace {

// The lanes of the upper half have the upper half of what they share.
QuadPlace factor_a(std::uint32_t lane, std::uint32_t i, bool is_row) {
  const std::uint32_t upper = lane / 16 * 4;
  return is_row ? QuadPlace{lane % 4 + upper, i} : QuadPlace{i + upper, lane % 4};
}
QuadPlace factor_b(std::uint32_t lane, std::uint32_t i, bool is_row) {
  const std::uint32_t upper = lane / 16 * 4;
  return is_row ? QuadPlace{lane % 4, i + upper} : QuadPlace{i, lane % 4 + upper};
}
QuadPlace quad_sum(std::uint32_t lane, std::uint32_t i, MatrixElement element) {
  const std::uint32_t upper = lane / 16 * 4;
  if (element == MatrixElement::f16) return {lane % 4 + upper, i};
  return {(lane & 1) + (i & 2) + upper, (i & 4) + (lane & 2) + (i & 1)};
}

using Square = float[8][8];

std::uint64_t quad_word(const MatrixFragment& fragment, const std::byte* frame, std::uint32_t lane,
                        std::uint32_t r) {
  return read_slot(frame + fragment.slots[r], 4, lane);
}

void gather_quads(const QuadLayouts& layouts, const MatrixFragment& fragment, MatrixRole role,
                  const std::byte* frame, Square* squares) {
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    for (std::uint32_t i = 0; i < fragment.registers * fragment.elements(); ++i) {
      const std::uint64_t word = quad_word(fragment, frame, lane, i / fragment.elements());
      const auto [row, column] = quad_place(layouts, fragment.element, role, lane, i);
      float(&square)[8][8] = squares[lane / 4 % kQuadPairs];
      (role == MatrixRole::b ? square[column][row] : square[row][column]) = static_cast<float>(
          element_value<double>(fragment.element, word, i % fragment.elements()));
    }
  }
}

// Of four products. From Ampere on the instruction is no longer one of the hardware.
float quad_sum_of(const float* a, const float* b, float sum, TensorCores cores, bool is_half) {
  if (cores >= TensorCores::ampere) return sum_of_quad(a, b, sum, is_half);
  TensorSum how =
      tensor_sum(cores, TensorInstruction::mma, MatrixElement::f16, MatrixElement::f16, is_half);
  return static_cast<float>(sum_products(how, a, b, 4, sum));
}

void scatter_quads(const MatrixFragment& d, std::byte* frame, const Square* squares) {
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    for (std::uint32_t r = 0; r < d.registers; ++r) {
      std::uint64_t word = 0;
      for (std::uint32_t i = 0; i < d.elements(); ++i) {
        const QuadPlace place = quad_sum(lane, r * d.elements() + i, d.element);
        word |= rounded_sum(d.element, squares[lane / 4 % kQuadPairs][place.row][place.column])
                << (16 * i);
      }
      write_slot(frame + d.slots[r], 4, lane, word);
    }
  }
}

}  // namespace

QuadPlace quad_place(const QuadLayouts& layouts, MatrixElement element, MatrixRole role,
                     std::uint32_t lane, std::uint32_t i) {
  if (role == MatrixRole::a) return factor_a(lane, i, layouts.a_is_row);
  if (role == MatrixRole::b) return factor_b(lane, i, layouts.b_is_row);
  return quad_sum(lane, i, element);
}

bool place_quads(MatrixMultiply& multiply) {
  const auto is_sum = [](MatrixElement element) {
    return element == MatrixElement::f16 || element == MatrixElement::f32;
  };
  const MatrixElement c = multiply.c.element, d = multiply.d.element;
  if (multiply.a.element != MatrixElement::f16 || multiply.b.element != MatrixElement::f16 ||
      !is_sum(c) || !is_sum(d) || (c == MatrixElement::f32 && d != c)) {
    return false;
  }
  multiply.a.registers = multiply.b.registers = 2;
  multiply.c.registers = 8 / multiply.c.elements();
  multiply.d.registers = 8 / multiply.d.elements();
  return true;
}

void multiply_quads(const MatrixMultiply& multiply, TensorCores cores, std::byte* frame) {
  const QuadLayouts& layouts = *multiply.quads;
  Square a[kQuadPairs], b[kQuadPairs], sums[kQuadPairs];
  gather_quads(layouts, multiply.a, MatrixRole::a, frame, a);
  gather_quads(layouts, multiply.b, MatrixRole::b, frame, b);
  gather_quads(layouts, multiply.c, MatrixRole::sums, frame, sums);
  const bool is_half =
      multiply.c.element == MatrixElement::f16 && multiply.d.element == MatrixElement::f16;
  for (std::uint32_t quad = 0; quad < kQuadPairs; ++quad) {
    for (std::uint32_t row = 0; row < 8; ++row) {
      for (std::uint32_t column = 0; column < 8; ++column) {
        float& sum = sums[quad][row][column];
        sum = quad_sum_of(a[quad][row], b[quad][column], sum, cores, is_half);
      }
    }
  }
  scatter_quads(multiply.d, frame, sums);
}

}  // namespace warplens::machine
