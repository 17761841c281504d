// A tile of shared memory, a cell a unit of 16 bytes, in the colour of its place in a row of the
// box: what was put there beside what is looked for, or both in one cell. Where they disagree a
// cell is framed; from the marked one a line leads to where the element lies that it looks for.
#pragma once

#include <string>

#include "viz/scene/draw/draw_list.h"
#include "viz/scene/hardware_tile/tile_layout.h"

namespace warplens::scene {

struct TileScene {
  const trace::Trace& trace;
  const hardware_tile::TileMoment& moment;
  TileLook look;
};

// Ids: word (address) on the marked unit in each grid, mover (address) where its element lies.
[[nodiscard]] DrawList tile_view(const TileScene& scene, Size size, const Style& style);

// The marked unit, where it is in a line of the moment, else the first that disagrees.
[[nodiscard]] std::optional<std::uint64_t> marked_unit(const TileScene& scene);

// What stands beside the grids, of the unit first.
struct TileParagraph {
  std::string text;
  bool is_title = false, is_wrong = false;
};
[[nodiscard]] std::vector<TileParagraph> tile_paragraphs(const TileScene& scene, Language language);

// As many from the first on as have room in the box.
void add_paragraphs(DrawList& list, const Style& style, const Box& box,
                    const std::vector<TileParagraph>& paragraphs);

}  // namespace warplens::scene
