#include <algorithm>

#include "viz/gl/markup.h"
#include "viz/gl/png.h"
#include "viz/gl/shapes.h"

namespace warplens::svg {
namespace {

// A file of more rectangles than this is slow to open.
constexpr std::size_t kMostRectangles = 16384;
// Some programs smooth what they enlarge: a cell of several pixels stays a cell all the same.
constexpr std::uint32_t kMostPixelsACell = 8, kLargestPicture = 4096;

std::size_t end_of_run(const scene::CellGrid& grid, std::size_t first) {
  const std::size_t end = (first / grid.columns + 1) * grid.columns;
  std::size_t at = first + 1;
  while (at < end && grid.colors[at] == grid.colors[first]) ++at;
  return at;
}

std::string run_of_cells(const scene::CellGrid& grid, std::size_t first, std::size_t end) {
  const auto row = static_cast<float>(first / grid.columns);
  const auto column = static_cast<float>(first % grid.columns);
  return fmt::format("<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\"{}/>\n",
                     number(grid.x + column * grid.cell_width),
                     number(grid.y + row * grid.cell_height),
                     number(static_cast<float>(end - first) * grid.cell_width),
                     number(grid.cell_height), paint("fill", grid.colors[first]));
}

struct Run {
  std::size_t first = 0, end = 0;  // cells
};

// The runs of the visible cells; one too many at most.
std::vector<Run> runs_of(const scene::CellGrid& grid) {
  std::vector<Run> runs;
  for (std::size_t first = 0; first < grid.colors.size() && runs.size() <= kMostRectangles;) {
    const std::size_t end = end_of_run(grid, first);
    if ((grid.colors[first] & 0xff) != 0) runs.push_back({first, end});
    first = end;
  }
  return runs;
}

std::string as_rectangles(const scene::CellGrid& grid, const std::vector<Run>& runs) {
  std::string words = "<g shape-rendering=\"crispEdges\">\n";
  for (const Run& run : runs) words += run_of_cells(grid, run.first, run.end);
  return words + "</g>\n";
}

std::uint32_t pixels_a_cell(const scene::CellGrid& grid) {
  const std::uint32_t fitting = kLargestPicture / std::max(grid.columns, grid.rows);
  return std::clamp(fitting, 1u, kMostPixelsACell);
}

gl::Image picture_of(const scene::CellGrid& grid) {
  const std::uint32_t cell = pixels_a_cell(grid);
  gl::Image image{grid.columns * cell, grid.rows * cell, {}};
  image.rgba.reserve(std::size_t{4} * image.width * image.height);
  for (std::uint32_t y = 0; y < image.height; ++y) {
    for (std::uint32_t x = 0; x < image.width; ++x) {
      const scene::Color color = grid.colors[std::size_t{y / cell} * grid.columns + x / cell];
      for (const int shift : {24, 16, 8, 0})
        image.rgba.push_back(static_cast<std::uint8_t>(color >> shift));
    }
  }
  return image;
}

Result<std::string> as_picture(const scene::CellGrid& grid) {
  TRY(const std::string png, gl::png_bytes(picture_of(grid)));
  return fmt::format(
      "<image x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" preserveAspectRatio=\"none\" "
      "image-rendering=\"optimizeSpeed\" style=\"image-rendering:pixelated\" "
      "xlink:href=\"data:image/png;base64,{}\"/>\n",
      number(grid.x), number(grid.y), number(grid.cell_width * static_cast<float>(grid.columns)),
      number(grid.cell_height * static_cast<float>(grid.rows)), base64(png));
}

}  // namespace

Result<std::string> shape(const scene::CellGrid& grid) {
  const std::size_t cells = std::size_t{grid.rows} * grid.columns;
  if (cells == 0 || grid.colors.size() != cells) return std::string();
  const std::vector<Run> runs = runs_of(grid);
  return runs.size() <= kMostRectangles ? as_rectangles(grid, runs) : as_picture(grid);
}

}  // namespace warplens::svg
