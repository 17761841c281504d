// A matrix as a tile in shared memory: its elements by row and column, and in which order they lie
// where no map moves them.
//
//   order row      0 1 2 3 │ 4 5 6 7 │ …     lines are rows: columns lie side by side
//   order column   0 4 8 … │ 1 5 9 … │ …     lines are columns: rows lie side by side
//
// A *line* is what lies side by side: a row, or a column. All counts are in elements.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "kernels/base/result.h"
#include "kernels/base/shared_layout.h"

namespace warplens::swizzle {

// The most shared memory of one block on compute capability 9.0 (CUDA C++ Programming Guide,
// "Technical specifications per compute capability").
inline constexpr std::uint32_t kMostBytes = 227 * 1024;
inline constexpr std::uint32_t kMostElements = 65536;

enum class Order : std::uint8_t { row, column };

struct Tile {
  std::uint32_t element_bytes = 4;  // 1, 2, 4, 8 or 16
  std::uint32_t rows = 32;
  std::uint32_t columns = 32;
  Order order = Order::row;
  friend bool operator==(const Tile&, const Tile&) = default;

  [[nodiscard]] std::uint32_t elements() const { return rows * columns; }
  [[nodiscard]] std::uint32_t bytes() const { return elements() * element_bytes; }
  [[nodiscard]] std::uint32_t lines() const { return order == Order::row ? rows : columns; }
  [[nodiscard]] std::uint32_t line_length() const { return order == Order::row ? columns : rows; }
  [[nodiscard]] MatrixPlace place_in_line(std::uint32_t line, std::uint32_t within) const {
    return order == Order::row ? MatrixPlace{line, within} : MatrixPlace{within, line};
  }
  // The offset of an element without a map, from the tile's beginning; and back.
  [[nodiscard]] std::uint32_t plain_offset(MatrixPlace place) const {
    return order == Order::row ? place.row * columns + place.column
                               : place.column * rows + place.row;
  }
  [[nodiscard]] MatrixPlace place_at(std::uint32_t plain_offset) const {
    return place_in_line(plain_offset / line_length(), plain_offset % line_length());
  }
};

// "2"; "128x8", rows × columns; "column". Errors say what is taken.
Result<std::uint32_t> parse_element_bytes(std::string_view text);
struct TileShape {
  std::uint32_t rows = 0, columns = 0;
};
Result<TileShape> parse_shape(std::string_view text);
Result<Order> parse_order(std::string_view text);
[[nodiscard]] std::string_view name_of(Order order);

// Errors: more elements or bytes than there may be.
Result<void> check(const Tile& tile);

}  // namespace warplens::swizzle
