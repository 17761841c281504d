// Maps put a tile's elements into places. Here: the maps, their texts, and each as one expression.
//
//   none            where they lie anyhow
//   padding 1       so many elements behind each line
//   xor  xor(4)  xor(4,2)      group ^ (line >> 2), of groups of 4 elements
//   shift  shift(4)  …         (group + (line >> …)) % groups
//   Swizzle<3,3,4>  CuTe's, on the element's offset from the tile's beginning, in elements
//   Sw<3,4,3> o smem_ptr o (64,64):(64,1)   a layout of CuTe (viz/cute/parse.h), which is the tile
//   col ^ (row >> 1)           where in its line: in row order its column, in column order its row
//   col = …  row = …           the same, said; the other index is kept
//   offset = row * 33 + col    the offset itself
//
// A map becomes an expression of row, col, rows, cols and offset (of the element without a map)
// whose value is the element's offset, in elements: what is evaluated, run and printed as CUDA is
// that.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "kernels/base/expression.h"
#include "viz/cute/swizzle.h"
#include "viz/swizzle/tile.h"

namespace warplens::swizzle {

// The unit is the layout's own: here, elements. On bytes it is Swizzle<B, M + log2(element_bytes),
// S>.
using CuteSwizzle = cute::Swizzle;

struct Map {
  enum class Kind : std::uint8_t { none, padding, exclusive_or, shift, cute, layout, expression };
  enum class Target : std::uint8_t { within_line, row, column, offset };

  Kind kind = Kind::none;
  std::uint32_t padding = 0;    // elements a line
  std::uint32_t group = 1;      // xor, shift: neighbouring elements that stay together
  std::uint32_t row_shift = 0;  // xor, shift: of the line's number
  CuteSwizzle cute;
  Target target = Target::within_line;  // of the expression
  std::string expression{};             // of a layout: its text
  friend bool operator==(const Map&, const Map&) = default;
};

[[nodiscard]] Map padding_of(std::uint32_t elements);
[[nodiscard]] Map map_of(CuteSwizzle swizzle);

// Blanks around and between are taken. Errors: neither a map's name nor an expression; |S| < B,
// beyond 20 bits; a text of more than 300 characters; a layout that is none (layout_map.h).
Result<Map> parse_map(std::string_view text);
[[nodiscard]] std::string text_of(const Map& map);

// The names that an expression may have, in the order in which values are given.
inline constexpr std::array<std::string_view, 5> kMapNames = {"row", "col", "rows", "cols",
                                                              "offset"};
using MapValues = std::array<std::int32_t, 5>;
[[nodiscard]] MapValues map_values(const Tile& tile, MatrixPlace place);

// Errors: groups that do not divide the line, an expression that is none, a layout of another tile.
Result<IntExpression> offset_expression(const Map& map, const Tile& tile);

}  // namespace warplens::swizzle
