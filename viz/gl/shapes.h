// One mark of a draw list as SVG. Coordinates are the list's own.
#pragma once

#include <string>

#include "viz/gl/svg.h"

namespace warplens::svg {

[[nodiscard]] std::string shape(const scene::Polygon& polygon);
[[nodiscard]] std::string shape(const scene::Rectangle& rectangle);
[[nodiscard]] std::string shape(const scene::Line& line);
[[nodiscard]] std::string shape(const scene::Text& text, const Fonts& fonts);

// Cells as rectangles, neighbours of one colour as one; too many of them as a picture.
// Nothing for a grid whose colours are not rows × columns, as on the screen.
Result<std::string> shape(const scene::CellGrid& grid);

}  // namespace warplens::svg
