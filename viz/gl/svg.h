// Views' draw lists → SVG, for papers and slides: what the window draws, at any size.
//
//   panel ─► DrawList, where it lies, what of it can be seen ─► svg() ─► text of a file
//
// One unit is one of the window's pixels. As ImGui does, outlines lie inside their rectangle and
// lines run through the middle of a pixel. Text stays text: it can be searched and edited.
// Pictures of large grids are PNG (png.h). No OpenGL.
#pragma once

#include <span>
#include <string>

#include "kernels/base/result.h"
#include "viz/scene/draw/draw_list.h"
#include "viz/scene/draw/layout.h"

namespace warplens::svg {

// How a font stands in a text of size 1 (scene::Text::size: from the ascent to the descent).
struct FontFace {
  std::string families;  // as CSS takes them, best first
  float em = 1;          // CSS's font-size
  float baseline = 0;    // below the text's vertical middle
};

struct Fonts {
  FontFace sans, mono;
  scene::MeasureText measure = scene::approximate_width;
};

// A draw list on the page.
struct PlacedList {
  scene::DrawList list;
  float x = 0, y = 0;  // of its top left corner
  scene::Box clip;     // nothing of it is seen outside, on the page
};

struct Page {
  float width = 0, height = 0;
  scene::Color background = 0xffffffff;
  std::string title;            // what readers of screens are told; may be empty
  std::string language = "en";  // its code
};

// A whole file. The lists lie over each other in their order. Errors: a page without an area, a
// grid whose picture cannot be made.
Result<std::string> svg(const Page& page, std::span<const PlacedList> lists, const Fonts& fonts);

}  // namespace warplens::svg
