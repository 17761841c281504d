// What of a tile's lines of shared memory is in sight, and where.
//
//   verdict
//             there                looked for              written: …
//   0x0000 0  [0,0][0,1]…          [0,0][0,1]…             read: …, descriptor
//   0x0080 1  [1,1][1,0]…          …                       the unit that is pointed at
//   address, bits 7 to 9
//
// Words stand at the right or below; lines that have no room are scrolled.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "viz/hardware_tile/tile_match.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

enum class TileShow : std::uint8_t { both, written, read, overlay };

struct TileLook {
  TileShow show = TileShow::both;
  std::optional<std::uint64_t> mark;  // the address of a unit: pointed at, or kept
  std::uint32_t first_line = 0;       // of those that the moment has, at the top
};

// Lines of 8 units.
struct TileGrid {
  TileShow shows = TileShow::written;  // not both
  Box box;                             // of the cells alone
  float cell_width = 0, cell_height = 0;

  [[nodiscard]] Box cell(std::uint32_t line, std::uint32_t unit) const {
    return {box.x + static_cast<float>(unit) * cell_width,
            box.y + static_cast<float>(line) * cell_height, cell_width, cell_height};
  }
};

struct TileLayout {
  Box verdict;
  std::vector<TileGrid> grids;         // of the same lines
  std::uint32_t first = 0, lines = 0;  // in sight
  float margin = 0;                    // left of the first grid, for addresses
  float title = 0;                     // of each of two lines above the grids
  Box phrase;                          // below, of the marked unit, where words have no room
  Box words;                           // empty: no room
};

[[nodiscard]] TileLayout tile_layout(const hardware_tile::TileMoment& moment, const TileLook& look,
                                     Size size, const Style& style);

// The unit of shared memory under a point.
[[nodiscard]] std::optional<std::uint64_t> unit_at(const hardware_tile::TileMoment& moment,
                                                   const TileLayout& layout, float x, float y);

// The look scrolled as little as it takes for the mark to be in sight.
[[nodiscard]] TileLook brought_into_sight(const hardware_tile::TileMoment& moment, TileLook look,
                                          Size size, const Style& style);

}  // namespace warplens::scene
