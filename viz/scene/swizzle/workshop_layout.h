// The layout of the workshop's picture.
//
//   write rows     ▁▁▁▁▁▁▁▁▁▁▁▁      32 → 32 wavefronts        a bar an access
//   read columns   ▇▇▇▇▇▇▇▇▇▇▇▇   1,024 → 32 wavefronts
//   Each of the 1,024 elements has a place of its own · …
//   ┌ before: bank of each element ┐ ┌ after ───────────┐      cells of the tile, by line
//   └──────────────────────────────┘ └──────────────────┘
//   ┌ before: 32 wavefronts ───────┐ ┌ after: 1 ────────┐      a row a wavefront, a column a bank
//   └──────────────────────────────┘ └──────────────────┘
#pragma once

#include <array>

#include "viz/scene/swizzle/map_cells.h"
#include "viz/scene/swizzle/workshop_scene.h"

namespace warplens::scene {

struct WorkshopLayout {
  struct Strip {
    Box name, bars, change;
  };
  // The part of the tile in sight, in both maps.
  struct Part {
    std::uint32_t first_line = 0, lines = 0;
    std::uint32_t first_cell = 0, cells = 0;  // padding included
  };

  std::array<Strip, 2> strips;  // writing, reading; heights of 0: there is no room
  Box proof, run;
  MapCells cells;
  Part part;
  std::array<Box, 2> map_titles, maps;    // before, after; the cells
  float cell_width = 0, cell_height = 0;  // 0: there is no room
  std::array<Box, 2> row_titles, rows;    // before, after; the wavefronts
  float row_height = 0;                   // 0: there is no room
  float label_size = 0, gutter = 0;       // of numbers beside and above cells

  [[nodiscard]] bool is_whole() const {
    return part.lines == cells.lines && part.cells == cells.across();
  }
  [[nodiscard]] Box cell(bool is_after, std::uint32_t line, std::uint32_t cell) const {
    const Box& map = maps[is_after ? 1 : 0];
    return {map.x + static_cast<float>(cell - part.first_cell) * cell_width,
            map.y + static_cast<float>(line - part.first_line) * cell_height, cell_width,
            cell_height};
  }
  [[nodiscard]] bool shows(std::uint32_t line, std::uint32_t cell) const {
    return line >= part.first_line && line < part.first_line + part.lines &&
           cell >= part.first_cell && cell < part.first_cell + part.cells;
  }
};

[[nodiscard]] WorkshopLayout workshop_layout(const WorkshopScene& scene, Size size,
                                             const Style& style);

}  // namespace warplens::scene
