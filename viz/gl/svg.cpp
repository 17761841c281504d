#include "viz/gl/svg.h"

#include "viz/gl/markup.h"
#include "viz/gl/shapes.h"

namespace warplens::svg {
namespace {

std::string style(const Fonts& fonts) {
  return fmt::format(
      "<style>\ntext{{white-space:pre}}\n.s{{font-family:{}}}\n.m{{font-family:{}}}\n</style>\n",
      escaped(fonts.sans.families), escaped(fonts.mono.families));
}

std::string head(const Page& page, const Fonts& fonts) {
  const std::string width = number(page.width), height = number(page.height);
  std::string words = fmt::format(
      "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
      "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" "
      "width=\"{0}\" height=\"{1}\" viewBox=\"0 0 {0} {1}\" xml:lang=\"{2}\">\n",
      width, height, escaped(page.language));
  if (!page.title.empty()) words += fmt::format("<title>{}</title>\n", escaped(page.title));
  words += style(fonts);
  return words + fmt::format("<rect width=\"{}\" height=\"{}\"{}/>\n", width, height,
                             paint("fill", page.background));
}

std::string clip_path(std::size_t index, const scene::Box& box) {
  return fmt::format(
      "<clipPath id=\"c{}\"><rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"/></clipPath>\n",
      index, number(box.x), number(box.y), number(box.width), number(box.height));
}

Result<std::string> marks(const scene::DrawList& list, const Fonts& fonts) {
  std::string words;
  for (const scene::CellGrid& grid : list.grids) {
    TRY(const std::string cells, shape(grid));
    words += cells;
  }
  for (const scene::Polygon& polygon : list.polygons) words += shape(polygon);
  for (const scene::Rectangle& rectangle : list.rectangles) words += shape(rectangle);
  for (const scene::Line& line : list.lines) words += shape(line);
  for (const scene::Text& text : list.texts) words += shape(text, fonts);
  return words;
}

}  // namespace

Result<std::string> svg(const Page& page, std::span<const PlacedList> lists, const Fonts& fonts) {
  if (!(page.width > 0 && page.height > 0)) {
    return fail(tr("an SVG of {} × {} has no area: choose a view that is on the stage", page.width,
                   page.height));
  }
  std::string words = head(page, fonts);
  for (std::size_t i = 0; i < lists.size(); ++i) {
    const PlacedList& placed = lists[i];
    TRY(const std::string drawn, marks(placed.list, fonts));
    words += clip_path(i, placed.clip);
    words += fmt::format("<g clip-path=\"url(#c{})\">\n<g transform=\"translate({} {})\">\n", i,
                         number(placed.x), number(placed.y));
    words += drawn + "</g>\n</g>\n";
  }
  return words + "</svg>\n";
}

}  // namespace warplens::svg
