#include "viz/scene/swizzle/map_cells.h"

#include <algorithm>
#include <vector>

namespace warplens::scene {
namespace {

constexpr std::uint32_t kWordBytes = 4;

// The possible sizes of a cell in elements, from the smallest: an element, the elements that share
// a bank, and what accesses take whole.
std::vector<std::uint32_t> possible_cells(const swizzle::SwizzleAnswer& answer) {
  const swizzle::Tile& tile = answer.spec.tile;
  const std::uint32_t least =
      std::min(answer.write.accesses.lane_elements, answer.read.accesses.lane_elements) *
      tile.element_bytes;
  const std::uint32_t whole = std::min(answer.before.vector_bytes, answer.after.vector_bytes);
  std::vector<std::uint32_t> sizes;
  for (std::uint32_t bytes = kWordBytes; bytes <= 4 * kWordBytes; bytes *= 2) {
    const std::uint32_t elements = bytes / tile.element_bytes;
    const bool is_too_fine = bytes < std::min(least, whole);
    if (!is_too_fine && bytes <= whole && elements >= 1 && tile.line_length() % elements == 0) {
      sizes.push_back(elements);
    }
  }
  if (sizes.empty()) sizes.push_back(1);
  return sizes;
}

}  // namespace

std::uint32_t padding_of_lines(const swizzle::Tile& tile, const swizzle::Placement& placement) {
  const std::uint32_t length = tile.line_length();
  if (tile.lines() < 2) return 0;
  const std::uint32_t pitch = placement.offsets[length];
  if (pitch <= length || pitch > 2 * length) return 0;
  for (std::uint32_t element = 0; element < tile.elements(); ++element) {
    if (placement.offsets[element] != element / length * pitch + element % length) return 0;
  }
  return pitch - length;
}

MapCells map_cells(const swizzle::SwizzleAnswer& answer, float width, float least) {
  const swizzle::Tile& tile = answer.spec.tile;
  const std::uint32_t padding = padding_of_lines(tile, answer.after);
  MapCells cells;
  for (const std::uint32_t elements : possible_cells(answer)) {
    cells = {elements, tile.lines(), tile.line_length() / elements,
             (padding + elements - 1) / elements};
    if (static_cast<float>(cells.across()) * least <= width) break;
  }
  return cells;
}

}  // namespace warplens::scene
