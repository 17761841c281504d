// The drawing of a view as data: flat lists of rectangles, lines and text, with ids for picking.
//
// A view is a pure function (numbers, size) → DrawList. The UI turns a list into ImGui calls; a
// test reads it. Coordinates are pixels from the view's top left corner, y down. Colours are
// 0xRRGGBBAA.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace warplens::scene {

using Color = std::uint32_t;

// What a mark stands for, which picking and tests ask for. 0 in a field: not about that.
struct MarkId {
  enum class Kind : std::uint8_t {
    none,
    lane,
    bank,
    word,
    group,
    element,
    sector,
    event,
    row,
    label,
    axis,
    mover,
    line,
    point,  // of a chart: a series, b size
    bar,    // of a table of a chart: a series
  };
  Kind kind = Kind::none;
  std::uint32_t a = 0;  // lane, bank, element row, event…
  std::uint32_t b = 0;  // element column, group…
  friend bool operator==(const MarkId&, const MarkId&) = default;
};

// Filled, convex.
struct Polygon {
  struct Corner {
    float x = 0, y = 0;
  };
  std::vector<Corner> corners;
  Color fill = 0;
};
struct Rectangle {
  float x = 0, y = 0, width = 0, height = 0;
  Color fill = 0;     // 0: not filled
  Color outline = 0;  // 0: none
  float outline_width = 1;
  float rounding = 0;
  MarkId id;
};
struct Line {
  float x0 = 0, y0 = 0, x1 = 0, y1 = 0;
  Color color = 0;
  float width = 1;
};
struct Text {
  enum class Align : std::uint8_t { left, center, right };
  float x = 0, y = 0;  // anchor: left/centre/right of the text's box, vertical middle
  float size = 14;     // pixels
  Align align = Align::left;
  Color color = 0xffffffff;
  bool monospace = false;
  std::string text;
  MarkId id;
  bool in_cell = false;  // a number in its cell, which is as large as that has room for
};
// A grid of cells drawn as one texture: row-major colours, each cell `cell` pixels wide and high.
struct CellGrid {
  float x = 0, y = 0, cell_width = 1, cell_height = 1;
  std::uint32_t columns = 0, rows = 0;
  std::vector<Color> colors;
};

struct DrawList {
  float width = 0, height = 0;        // what the view took
  std::vector<CellGrid> grids;        // drawn first
  std::vector<Polygon> polygons;      // then these
  std::vector<Rectangle> rectangles;  // then these, in order
  std::vector<Line> lines;
  std::vector<Text> texts;

  // The topmost rectangle with an id under a point; an id of Kind::none when there is none.
  [[nodiscard]] MarkId pick(float x, float y) const;
  [[nodiscard]] bool is_empty() const;
};

}  // namespace warplens::scene
