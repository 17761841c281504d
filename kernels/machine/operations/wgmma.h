// wgmma.mma_async: D = A·B + D, of which a warp computes its 16 of the warpgroup's 64 rows (PTX
// ISA, "Asynchronous Warpgroup Level Matrix Instructions").
//
// A is 16×k here, B k×n. Both come as chunks of 16 bytes, in this order:
//
//   K-major    row by row (B: column by column), 2 chunks each, which hold its k elements (B of a
//              sparse product: 4, as half of A is not stored)
//   MN-major   one k after the other; a chunk holds 8 rows (B: columns)
//
// A lane is (group = lane / 4, member = lane % 4), and holds
//
//   A  register r        bytes 4·member + 16·(r / 2) and on of row group + 8·(r mod 2)
//   D  for each 8 columns, element j    row group + 8·(j / 2), column member·2 + j mod 2
//
// Floating-point products are summed as tensor cores do it (tensor_sum.h), integers and the bits
// that both have exactly.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/machine/operations/matrix_multiply.h"
#include "kernels/machine/operations/tensor_panel.h"

namespace warplens::machine {

struct WgmmaMultiply {
  static constexpr std::uint32_t kRows = 16;  // of a warp
  static constexpr std::uint32_t kWarps = 4;
  static constexpr std::uint32_t kChunkBytes = 16;
  static constexpr std::uint32_t kDepthBytes = 32;  // of a row of A: k elements
  static constexpr std::uint32_t kMostColumns = 256;

  std::uint32_t columns = 8, depth = 16;  // n, k
  MatrixElement a = MatrixElement::f16, b = MatrixElement::f16, d = MatrixElement::f32;
  bool a_is_negated = false, b_is_negated = false;
  bool a_is_mn_major = false, b_is_mn_major = false;
  bool a_has_descriptor = true;
  // Slots in the frame. A's descriptor is its first.
  std::array<std::uint32_t, 4> a_slots{};
  std::uint32_t b_slot = 0;
  std::vector<std::uint32_t> d_slots;
  std::uint32_t scale_d = 0;  // a predicate: whether the old D is added
  std::uint32_t scale_d_flip = 0;
  bool saturates = false;            // s32: to its range; otherwise it wraps
  std::optional<Sparsity> sparsity;  // of A

  // Elements of a row of A as it is stored, and bytes of a column of B.
  [[nodiscard]] std::uint32_t stored_depth() const { return sparsity ? depth / 2 : depth; }
  [[nodiscard]] std::uint32_t column_bytes() const {
    return sparsity ? 2 * kDepthBytes : kDepthBytes;
  }
  [[nodiscard]] std::uint32_t a_registers() const { return a_has_descriptor ? 1 : 4; }
};

// False when there is no such combination of shape and types.
[[nodiscard]] bool is_known_shape(const WgmmaMultiply& multiply);
[[nodiscard]] std::uint32_t d_registers(const WgmmaMultiply& multiply);

// The byte of A's rows, K-major, at which register `r` of a lane begins.
[[nodiscard]] constexpr std::uint32_t row_byte(std::uint32_t lane, std::uint32_t r) {
  return (lane / 4 + 8 * (r % 2)) * WgmmaMultiply::kDepthBytes + lane % 4 * 4 + r / 2 * 16;
}
// Element j of 8 columns of D, of lane 0: as rows of 8 are numbered, the sums of a lane lie two
// behind those of the lane before.
[[nodiscard]] constexpr std::uint32_t first_sum(std::uint32_t j) {
  return j / 2 * 8 * kPanelColumns + j % 2;
}

// A's chunks, K-major, from its registers.
void gather_rows(const WgmmaMultiply& multiply, const std::byte* frame, std::byte* a);
// Where along k each stored element of a sparse A's 16 rows stands, as its metadata say.
[[nodiscard]] std::vector<std::uint8_t> sparse_places(const WgmmaMultiply& multiply,
                                                      const std::byte* frame);
// Multiplies for all 32 lanes; `places` are those of a sparse A. If `adds`, the product is added to
// the old D.
void multiply_wgmma(const WgmmaMultiply& multiply, bool adds, const std::byte* a,
                    const std::byte* b, const std::uint8_t* places, std::byte* frame);

}  // namespace warplens::machine
