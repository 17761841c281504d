#include "viz/gl/shapes.h"

#include "viz/gl/markup.h"

namespace warplens::svg {
namespace {

bool is_seen(scene::Color color) { return (color & 0xff) != 0; }

std::string rectangle(float x, float y, float width, float height, const std::string& look) {
  return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n", number(x),
                     number(y), number(width), number(height), look);
}

// Straight edges fall on pixels, so that neighbours show no seam.
std::string corners(float rounding) {
  return rounding < 0.5f ? " shape-rendering=\"crispEdges\""
                         : fmt::format(" rx=\"{}\"", number(rounding));
}

std::string outline(const scene::Rectangle& r) {
  const float width = std::max(r.width - 1, 0.0f), height = std::max(r.height - 1, 0.0f);
  std::string look = " fill=\"none\"" + paint("stroke", r.outline);
  look += fmt::format(" stroke-width=\"{}\"", number(r.outline_width));
  if (r.rounding >= 0.5f) look += corners(r.rounding);
  return rectangle(r.x + 0.5f, r.y + 0.5f, width, height, look);
}

std::string_view anchor(scene::Text::Align align) {
  switch (align) {
    case scene::Text::Align::center:
      return " text-anchor=\"middle\"";
    case scene::Text::Align::right:
      return " text-anchor=\"end\"";
    case scene::Text::Align::left:
      break;
  }
  return "";
}

}  // namespace

std::string shape(const scene::Polygon& polygon) {
  if (polygon.corners.size() < 3 || !is_seen(polygon.fill)) return {};
  std::string corners;
  for (const scene::Polygon::Corner& each : polygon.corners) {
    corners += fmt::format("{}{},{}", corners.empty() ? "" : " ", number(each.x), number(each.y));
  }
  return fmt::format("<polygon points=\"{}\"{}/>\n", corners, paint("fill", polygon.fill));
}

std::string shape(const scene::Rectangle& r) {
  std::string marks;
  if (is_seen(r.fill)) {
    marks += rectangle(r.x, r.y, r.width, r.height, paint("fill", r.fill) + corners(r.rounding));
  }
  return is_seen(r.outline) ? marks + outline(r) : marks;
}

std::string shape(const scene::Line& line) {
  return fmt::format("<line x1=\"{}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"{} stroke-width=\"{}\"/>\n",
                     number(line.x0 + 0.5f), number(line.y0 + 0.5f), number(line.x1 + 0.5f),
                     number(line.y1 + 0.5f), paint("stroke", line.color), number(line.width));
}

// Its length is said, too: where another font stands in, letters move closer and fit all the same.
std::string shape(const scene::Text& text, const Fonts& fonts) {
  if (text.text.empty() || !is_seen(text.color)) return {};
  const FontFace& face = text.monospace ? fonts.mono : fonts.sans;
  const float length = fonts.measure(text.text, text.size, text.monospace);
  return fmt::format(
      "<text x=\"{}\" y=\"{}\" class=\"{}\" font-size=\"{}\" textLength=\"{}\" "
      "lengthAdjust=\"spacingAndGlyphs\"{}{}>{}</text>\n",
      number(text.x), number(text.y + face.baseline * text.size), text.monospace ? "m" : "s",
      number(text.size * face.em), number(length), anchor(text.align), paint("fill", text.color),
      escaped(text.text));
}

}  // namespace warplens::svg
