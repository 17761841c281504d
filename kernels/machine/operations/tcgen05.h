// tcgen05.mma: D = A·B + D, dense (PTX ISA, "tcgen05.mma"), of one thread block or of a pair of
// them
// (.cta_group::2): each of those has half of A's and of D's rows, and half of B's columns, and
// multiplies its rows of A by all of B.
//
// A is m×k, B k×n; k are 32 bytes of a row of A. Both come as chunks of 16 bytes:
//
//   K-major    row by row (B: column by column), 2 chunks each
//   MN-major   one k after the other; a chunk holds rows (B: columns) side by side
//
// Elements of 6 and 4 bits are 16 to a chunk, from its lowest bit on, K-major alone; those of mxf4
// and mxf4nvf4 fill it. D is cells of 32 bits, row by row. An f16 of D takes the lower half of a
// cell.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/machine/operations/matrix_fragment.h"
#include "kernels/machine/operations/scaled_sum.h"

namespace warplens::machine {

enum class Tcgen05Kind : std::uint8_t { f16, tf32, f8f6f4, i8, mxf8f6f4, mxf4, mxf4nvf4 };

// sparse: half of A is stored (tcgen05_sparsity.h), B is twice as deep. stationary: .ws.
enum class Tcgen05Form : std::uint8_t { dense, sparse, stationary };

// Of block scaling (tcgen05_scaled.h).
struct Tcgen05Scales {
  ScaleFormat format = ScaleFormat::ue8m0;
  std::uint32_t chunks = 1;              // along k
  std::uint32_t a_byte = 0, b_byte = 0;  // of a cell, where the first one is
};

struct Tcgen05Product {
  static constexpr std::uint32_t kChunkBytes = 16, kDepthBytes = 32;

  bool is_of_pair = false;                // .cta_group::2
  std::uint32_t rows = 128, columns = 8;  // of a pair, the rows of one of its blocks
  MatrixElement a = MatrixElement::f16, b = MatrixElement::f16, d = MatrixElement::f32;
  bool a_is_mn_major = false, b_is_mn_major = false;
  bool a_is_negated = false, b_is_negated = false;
  bool saturates = false;   // s32: to its range
  std::uint32_t scale = 0;  // D is divided by 2^scale before it is added to
  Tcgen05Form form = Tcgen05Form::dense;
  std::uint32_t selector = 0;  // of sparse metadata
  std::optional<Tcgen05Scales> scales;

  [[nodiscard]] std::uint32_t depth() const { return kDepthBytes * 8 / bits_of(a); }
  // Rows of A, or columns of B, in a chunk of an MN-major matrix.
  [[nodiscard]] std::uint32_t rows_in_chunk() const { return kChunkBytes * 8 / bits_of(a); }
  // The lane of a row, counted from that of its matrix.
  [[nodiscard]] std::uint32_t lane(std::uint32_t row) const {
    return begins_between() ? row / 16 * 32 + row % 16 : row;
  }
  [[nodiscard]] bool is_stationary() const { return form == Tcgen05Form::stationary; }
  // Of a column of B.
  [[nodiscard]] std::uint32_t b_bytes() const {
    return form == Tcgen05Form::sparse ? 2 * kDepthBytes : kDepthBytes;
  }
  // So many parts of the lanes have all rows each, with some of D's columns ("Data Path Layout
  // Organization"): of .ws, where a part multiplies what it has of A (layouts D, E and G), and of
  // a pair (A and B).
  [[nodiscard]] std::uint32_t parts() const {
    return is_stationary() || is_of_pair ? 128 / rows : 1;
  }
  // Half of the lanes, 16 of each warp's 32: it may begin at the other half, too (layout F).
  [[nodiscard]] bool begins_between() const { return rows == 64 && parts() == 1; }
  // Of both blocks of a pair; sparse: of what is not left out.
  [[nodiscard]] std::uint64_t multiply_adds() const {
    return std::uint64_t{is_of_pair ? 2 * rows : rows} * columns * depth();
  }
  // Of what one block's memory has.
  [[nodiscard]] std::uint32_t own_columns() const { return is_of_pair ? columns / 2 : columns; }
};

// What an instruction descriptor says ("Instruction descriptor"); none where that is no product of
// its kind, or not known.
[[nodiscard]] std::optional<Tcgen05Product> tcgen05_product(Tcgen05Kind kind, Tcgen05Form form,
                                                            std::uint32_t bits,
                                                            bool is_of_pair = false);

// Of f8f6f4 and mxf8f6f4, by the descriptor's number.
[[nodiscard]] std::optional<MatrixElement> narrow_factor(std::uint32_t number);
// Whether the factors may lie along m and n where it says that they do.
[[nodiscard]] bool has_majors(const Tcgen05Product& product);

// If `adds`, to what `d` holds. `places`: of a sparse A, row by row, where along k its elements
// stand.
void multiply_tcgen05(const Tcgen05Product& product, bool adds, const std::byte* a,
                      const std::byte* b, const std::vector<std::uint8_t>& places,
                      std::vector<std::uint32_t>& d);

}  // namespace warplens::machine
