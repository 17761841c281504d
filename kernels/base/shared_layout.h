// How a kernel's author arranges a matrix in a shared array: (row, column) → element of the array.
//
//   row 0 | 0 1 2 … columns−1 | padding |      pitch = columns + padding
//   row 1 | …
//
// A swizzle moves elements within their row only, so that each row is a permutation of itself.
// What a kernel calls row and column is said by its descriptor; a trace cannot know it.
#pragma once

#include <cstdint>
#include <optional>

namespace warplens {

enum class Swizzle : std::uint8_t {
  none,
  exclusive_or,  // group ^ row
  shift,         // (group + row) mod groups
};

struct MatrixPlace {
  std::uint32_t row = 0;
  std::uint32_t column = 0;
  friend constexpr bool operator==(const MatrixPlace&, const MatrixPlace&) = default;
};

// Counts are in elements. With a swizzle, columns / group is a power of two.
struct SharedLayout {
  std::uint32_t rows = 0;  // 0: nothing is known about the array
  std::uint32_t columns = 0;
  std::uint32_t pitch = 0;
  std::uint32_t element_bytes = 4;
  Swizzle swizzle = Swizzle::none;
  std::uint32_t group = 1;      // neighbouring elements that the swizzle keeps together
  std::uint32_t row_shift = 0;  // the swizzle takes row >> row_shift as its row

  friend constexpr bool operator==(const SharedLayout&, const SharedLayout&) = default;

  [[nodiscard]] constexpr bool is_known() const { return rows != 0; }

  // The element of the array that holds (row, column).
  [[nodiscard]] constexpr std::uint32_t element(MatrixPlace place) const {
    const std::uint32_t groups = columns / group;
    const std::uint32_t from = place.column / group;
    const std::uint32_t row = place.row >> row_shift;
    const std::uint32_t to = swizzle == Swizzle::exclusive_or ? (from ^ row) % groups
                             : swizzle == Swizzle::shift      ? (from + row) % groups
                                                              : from;
    return place.row * pitch + to * group + place.column % group;
  }

  // What `element` of the array holds; nothing for padding and beyond the last row.
  [[nodiscard]] constexpr std::optional<MatrixPlace> place(std::uint32_t element) const {
    if (pitch == 0 || element / pitch >= rows || element % pitch >= columns) return std::nullopt;
    const std::uint32_t groups = columns / group;
    const std::uint32_t row = element / pitch;
    const std::uint32_t in_row = element % pitch;
    const std::uint32_t at = in_row / group;
    const std::uint32_t shift = row >> row_shift;
    const std::uint32_t from = swizzle == Swizzle::exclusive_or ? (at ^ shift) % groups
                               : swizzle == Swizzle::shift ? (at + groups - shift % groups) % groups
                                                           : at;
    return MatrixPlace{row, from * group + in_row % group};
  }
};

}  // namespace warplens
