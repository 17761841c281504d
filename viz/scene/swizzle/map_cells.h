// A tile as cells: a row of them is a line of the tile, what lies side by side in memory. A cell is
// the fewest elements whose bank can be written into it: one, or a word, 8 or 16 bytes that no map
// takes apart.
//
//   128×8 halves in column order: 8 rows (the tile's columns) of 16 cells of 16 bytes
#pragma once

#include <cstdint>

#include "viz/scene/draw/layout.h"
#include "viz/swizzle/answer.h"

namespace warplens::scene {

struct MapCells {
  std::uint32_t elements = 1;       // of a cell
  std::uint32_t lines = 0;          // of the tile
  std::uint32_t cells = 0;          // of a line, without padding
  std::uint32_t padding_cells = 0;  // behind each line, after the map

  [[nodiscard]] std::uint32_t across() const { return cells + padding_cells; }
  // The cell's line, by the element's offset without the map.
  [[nodiscard]] std::uint32_t line_of(std::uint32_t element) const {
    return element / (cells * elements);
  }
  [[nodiscard]] std::uint32_t cell_of(std::uint32_t element) const {
    return element % (cells * elements) / elements;
  }
  [[nodiscard]] std::uint32_t element_of(std::uint32_t line, std::uint32_t cell) const {
    return (line * cells + cell) * elements;
  }
};

// The smallest cells of which a line's fit into `width` with each one's number in it; the largest
// where none do. `least`: of a cell's width.
[[nodiscard]] MapCells map_cells(const swizzle::SwizzleAnswer& answer, float width, float least);

// Elements that a map leaves behind each line, as padding does; 0 where it is no such map.
[[nodiscard]] std::uint32_t padding_of_lines(const swizzle::Tile& tile,
                                             const swizzle::Placement& placement);

}  // namespace warplens::scene
