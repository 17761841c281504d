// Volta's mma.m8n8k4 on f16: four products, each by two quads of lanes (PTX ISA, "Matrix Fragments
// for mma.m8n8k4 with .f16 floating point type"). Lanes 0 to 3 and 16 to 19 are the first pair.
#pragma once

#include "kernels/machine/operations/matrix_multiply.h"

namespace warplens::machine {

inline constexpr std::uint32_t kQuadPairs = 4;

// Of element i of a lane, in the matrix of its quads.
struct QuadPlace {
  std::uint32_t row = 0, column = 0;
};
[[nodiscard]] QuadPlace quad_place(const QuadLayouts& layouts, MatrixElement element,
                                   MatrixRole role, std::uint32_t lane, std::uint32_t i);

[[nodiscard]] bool place_quads(MatrixMultiply& multiply);
void multiply_quads(const MatrixMultiply& multiply, TensorCores cores, std::byte* frame);

}  // namespace warplens::machine
