// How matrices lie across the registers of a warp: the fragments of mma (PTX ISA, "Matrix Fragments
// for mma") and of wmma.
//
// A lane is (group = lane / 4, member = lane % 4). A tile is what the warp holds of a matrix in one
// register, or in one pair of those of a sum: 8 groups by 4 members, of which each has `span`
// elements that follow one another.
//
//   outer  tile.outer + group              A: a row   B: a column   sums: a row
//   inner  tile.inner + member·span + i    A: along k B: along k    sums: along n
//
// PTX leaves open how wmma's lie. It is what ptxas (CUDA 13.0, sm_80 and sm_90) makes of
// wmma.load and wmma.store: mma's fragments side by side; f16 factors stand in 8 registers, the
// same ones again and again; and m8n32k16 is m32n8k16 with rows for columns.
#pragma once

#include <array>
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
  e2m3,  // of a byte the lower six bits
  e3m2,
  e2m1,         // of a byte the four in its middle
  e2m1_packed,  // two to a byte
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
[[nodiscard]] std::string_view name_of(MatrixElement element);
[[nodiscard]] std::uint32_t bits_of(MatrixElement element);
[[nodiscard]] std::uint32_t register_bytes(MatrixElement element);
[[nodiscard]] bool is_integer(MatrixElement element);
// 8, 6 and 4 bits, each in a byte.
[[nodiscard]] bool is_byte_float(MatrixElement element);
// Those that do not fill it.
[[nodiscard]] bool is_padded(MatrixElement element);

struct FragmentTile {
  std::uint8_t outer = 0, inner = 0;
};

struct MatrixFragment {
  MatrixElement element = MatrixElement::f16;
  std::uint32_t span = 2;
  std::uint32_t registers = 0;
  std::uint32_t copies = 1;              // of these registers, one after the other
  std::array<std::uint32_t, 8> slots{};  // in the frame, of the first copy
  std::array<FragmentTile, 8> tiles{};
  bool is_transposed = false;  // sums whose outer ones are columns

  // Of a register; single bits come as whole words.
  [[nodiscard]] std::uint32_t elements() const {
    return element == MatrixElement::b1 ? 1 : register_bytes(element) * 8 / bits_of(element);
  }
  [[nodiscard]] std::uint32_t tile_count() const { return registers * elements() / span; }
};

// Calls visit(lane, outer, inner, i) for all lanes' elements of a register.
template <class Visit>
void each_element(const MatrixFragment& fragment, std::uint32_t reg, Visit visit) {
  const std::uint32_t each = fragment.elements();
  for (std::uint32_t i = 0; i < each; ++i) {
    const std::uint32_t j = reg * each + i;
    const FragmentTile tile = fragment.tiles[j / fragment.span];
    const std::uint32_t inner = tile.inner + j % fragment.span;
    for (std::uint32_t lane = 0; lane < 32; ++lane) {
      visit(lane, tile.outer + lane / 4, inner + lane % 4 * fragment.span, i);
    }
  }
}

// The element of its 8×8 matrix that half `half` of a lane's register holds (PTX ISA, "ldmatrix").
struct RowElement {
  std::uint32_t row = 0, column = 0;
};
[[nodiscard]] constexpr RowElement row_element(std::uint32_t lane, std::uint32_t half,
                                               bool is_transposed) {
  const std::uint32_t major = lane / 4;
  const std::uint32_t minor = lane % 4 * 2 + half;
  return is_transposed ? RowElement{minor, major} : RowElement{major, minor};
}

struct MatrixShape {
  std::uint32_t m = 0, n = 0, k = 0;
  friend bool operator==(const MatrixShape&, const MatrixShape&) = default;
};

enum class MatrixRole : std::uint8_t { a, b, sums };
// nullopt where there is no such fragment.
[[nodiscard]] std::optional<MatrixShape> wmma_shape(std::string_view name);
[[nodiscard]] std::optional<MatrixFragment> wmma_fragment(MatrixRole role, const MatrixShape& shape,
                                                          MatrixElement element);
// Whether wmma multiplies elements of that type into such sums.
[[nodiscard]] bool has_wmma(const MatrixShape& shape, MatrixElement factor, MatrixElement sum);

}  // namespace warplens::machine
