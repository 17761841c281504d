// How tcgen05.ld and tcgen05.st spread cells of tensor memory over the registers of a warp (PTX
// ISA, "Matrix fragments for shape .32x32b" and on).
//
// Lane l's register r of a shape, repeated .num times along the columns:
//
//   .32x32b     lane l                            column r
//   .16x64b     lane l/4 + 8·(l mod 2)            column l/2 mod 2 + 2·r
//   .16x128b    lane l/4 + 8·(r mod 2)            column l mod 4 + 4·(r/2)
//   .16x256b    lane l/4 + 8·(r/2 mod 2)          column r mod 2 + 2·(l mod 4) + 8·(r/4)
//   .16x32bx2   lane l mod 16                     column r, for the upper 16 lanes split columns on
//
// With .pack::16b or .unpack::16b each of these columns is two, of which a register holds the lower
// halves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warplens::machine {

struct TensorCell {
  std::uint32_t lane = 0, column = 0;
};

struct TensorImage {
  enum class Shape : std::uint8_t { b32, b64, b128, b256, b32x2 };
  Shape shape = Shape::b32;
  std::uint32_t repeats = 1;  // .num
  std::uint32_t split = 0;    // .16x32bx2: columns
  bool is_packed = false;

  static constexpr std::uint32_t kMostRegisters = 128;

  [[nodiscard]] std::uint32_t lanes() const { return shape == Shape::b32 ? 32 : 16; }
  [[nodiscard]] std::uint32_t registers() const {
    return repeats * (shape == Shape::b256 ? 4 : shape == Shape::b128 ? 2 : 1);
  }
  // Columns of a lane, side by side; of .16x32bx2 there are as many `split` further on.
  [[nodiscard]] std::uint32_t columns() const {
    constexpr std::uint32_t kColumns[] = {1, 2, 4, 8, 1};
    return repeats * kColumns[static_cast<std::size_t>(shape)] * cells();
  }
  // Cells of a register, side by side.
  [[nodiscard]] std::uint32_t cells() const { return is_packed ? 2 : 1; }
  // The first cell of a lane's register.
  [[nodiscard]] TensorCell cell(std::uint32_t lane, std::uint32_t reg) const;
};

[[nodiscard]] std::optional<TensorImage::Shape> tensor_shape(std::string_view name);

}  // namespace warplens::machine
