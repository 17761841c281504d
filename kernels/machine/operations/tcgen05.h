// tcgen05.mma: D = A·B + D of one thread block, dense (PTX ISA, "tcgen05.mma").
//
// A is m×k, B k×n; k are 32 bytes of a row of A. Both come as chunks of 16 bytes:
//
//   K-major    row by row (B: column by column), 2 chunks each
//   MN-major   one k after the other; a chunk holds rows (B: columns) side by side
//
// D is cells of 32 bits, row by row. An f16 of D takes the lower half of a cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/machine/operations/matrix_fragment.h"

namespace warplens::machine {

enum class Tcgen05Kind : std::uint8_t { f16, tf32, f8f6f4, i8 };

struct Tcgen05Product {
  static constexpr std::uint32_t kChunkBytes = 16, kDepthBytes = 32;

  std::uint32_t rows = 128, columns = 8;
  MatrixElement a = MatrixElement::f16, b = MatrixElement::f16, d = MatrixElement::f32;
  bool a_is_mn_major = false, b_is_mn_major = false;
  bool a_is_negated = false, b_is_negated = false;
  bool saturates = false;   // s32: to its range
  std::uint32_t scale = 0;  // D is divided by 2^scale before it is added to

  [[nodiscard]] std::uint32_t depth() const { return kDepthBytes * 8 / bits_of(a); }
  // Rows of A, or columns of B, in a chunk of an MN-major matrix.
  [[nodiscard]] std::uint32_t rows_in_chunk() const { return kChunkBytes * 8 / bits_of(a); }
  // The lane of a row, counted from that of its matrix.
  [[nodiscard]] std::uint32_t lane(std::uint32_t row) const {
    return rows == 64 ? row / 16 * 32 + row % 16 : row;
  }
};

// What an instruction descriptor says ("Instruction descriptor"); none where that is no product of
// its kind, or not known.
[[nodiscard]] std::optional<Tcgen05Product> tcgen05_product(Tcgen05Kind kind, std::uint32_t bits);

// If `adds`, to what `d` holds.
void multiply_tcgen05(const Tcgen05Product& product, bool adds, const std::byte* a,
                      const std::byte* b, std::vector<std::uint32_t>& d);

}  // namespace warplens::machine
