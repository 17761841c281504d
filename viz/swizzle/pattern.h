// Who writes a tile, or reads it: which elements each lane takes.
//
//   rows            one element a lane, consecutive lanes along a row, then the next row
//   columns         one element a lane, consecutive lanes down a column, then the next column
//   rows.16B        16 bytes a lane (also 4B, 8B) that lie side by side in the tile's order;
//   columns.16B     consecutive lanes along a row (down a column) of such groups
//   groups          16 bytes a lane, consecutive lanes along a line
//   ldmatrix.x4     who reads (also .x2, .x1, .x4.trans …): matrices down the lines, then 16 bytes
//                   further
//   stmatrix.x4     who writes, likewise
//   lanes(0,32,64,...)         the element of each lane (its offset without a map), -1: none
//   lanes(lane * 32 + warp)    the same by an expression of lane, warp, rows and cols; also
//                              lanes.16B(…)
//
// A warp takes 32 (or 4 × 8) of them at a time; as many warps as cover the tile. `lanes` is one
// warp's access, or where its expression has `warp` as many as cover the tile with every lane
// active.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "viz/swizzle/tile.h"

namespace warplens::swizzle {

enum class Direction : std::uint8_t { write, read };

struct Pattern {
  enum class Kind : std::uint8_t { rows, columns, groups, matrix, lanes };
  Kind kind = Kind::rows;
  std::uint32_t lane_bytes = 0;  // of rows, columns and lanes: 0: one element; else 4, 8, 16
  std::uint32_t matrices = 4;    // of an ldmatrix or stmatrix: 1, 2, 4
  bool is_transposed = false;    // .trans
  std::string lanes{};           // the list or the expression
  friend bool operator==(const Pattern&, const Pattern&) = default;
};

// "ldmatrix" is ldmatrix.x4. Errors: what is no pattern, a list or an expression that is
// none, ldmatrix for who writes.
Result<Pattern> parse_pattern(std::string_view text, Direction direction);
[[nodiscard]] std::string text_of(const Pattern& pattern, Direction direction);

// A list of elements, not an expression.
[[nodiscard]] bool is_list(const Pattern& pattern);

}  // namespace warplens::swizzle
