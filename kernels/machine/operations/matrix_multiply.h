// mma.sync and wmma.mma: D = A·B + C on fragments that lie across a warp (matrix_fragment.h). A is
// m×k, B k×n, C and D m×n.
//
// f16, bf16, tf32 and floats of 8, 6 and 4 bits are summed as tensor cores do it (tensor_sum.h,
// scaled_sum.h), f64 is a chain of fused multiply-adds along k.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "kernels/machine/operations/block_scales.h"
#include "kernels/machine/operations/matrix_fragment.h"
#include "kernels/machine/operations/sparsity.h"
#include "kernels/machine/operations/tensor_sum.h"

namespace warplens::machine {

// Volta's m8n8k4 on f16 (quad_multiply.h): how A and B lie across a warp.
struct QuadLayouts {
  bool a_is_row = true, b_is_row = false;
};

struct MatrixMultiply {
  std::string_view opcode = "mma";
  MatrixShape shape{16, 8, 16};
  MatrixFragment a, b, c, d;
  bool saturates = false;            // s32: to its range; otherwise it wraps
  bool is_exclusive = true;          // b1: the popcount of xor, else of and
  std::optional<Sparsity> sparsity;  // of A
  std::optional<QuadLayouts> quads;  // Volta's m8n8k4
  std::optional<BlockScales> scales;
};

// Places mma's fragments; false when there is no such combination of shape and types.
[[nodiscard]] bool place_mma(MatrixMultiply& multiply);
// The same for wmma's.
[[nodiscard]] bool place_wmma(MatrixMultiply& multiply);

// Multiplies for all 32 lanes.
void multiply_matrices(const MatrixMultiply& multiply, TensorCores cores, std::byte* frame);

}  // namespace warplens::machine
