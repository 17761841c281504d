// A layout of CuTe as a tile's map: its two modes are rows and columns.
#pragma once

#include <string>
#include <string_view>

#include "viz/cute/composed_layout.h"
#include "viz/swizzle/map.h"

namespace warplens::swizzle {

// Has a ':' or begins with the name of an operation or of an atom.
[[nodiscard]] bool is_layout_text(std::string_view text);

// Keeps the text. Errors: those of cute::parse_layout(), a layout that has not two modes.
Result<Map> parse_layout_map(std::string_view text);
// Of a map that is a layout.
Result<cute::ComposedLayout> layout_of(const Map& map);

// What it comes to, as CuTe prints it; the text itself where it is none.
[[nodiscard]] std::string layout_phrase(const Map& map);

// The layout's shape, in the order of what lies closer together, of elements that it may tell of.
Result<Tile> tile_of(const Map& map, const Tile& before);

// An element's offset is swizzle(index), in elements; `index` is an expression of row and col.
struct SwizzledIndex {
  CuteSwizzle swizzle;
  std::string index;
};
// Errors: a tile of another shape, a swizzle that moves parts of an element.
Result<SwizzledIndex> swizzled_index(const Map& map, const Tile& tile);
Result<std::string> layout_offset_text(const Map& map, const Tile& tile);

// The tile's plain order as such a map, behind a swizzle or a padding that `now` may be.
[[nodiscard]] Map as_layout_map(const Tile& tile, const Map& now);

}  // namespace warplens::swizzle
