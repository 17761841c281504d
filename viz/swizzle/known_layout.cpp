#include "viz/swizzle/known_layout.h"

#include <bit>
#include <vector>

namespace warplens::swizzle {

namespace {

bool has_all(const SharedLayout& layout, const Tile& tile, const Placement& placement) {
  for (std::uint32_t plain = 0; plain < tile.elements(); ++plain) {
    if (layout.element(tile.place_at(plain)) != placement.offsets[plain]) return false;
  }
  return true;
}

SharedLayout unmoved(const Tile& tile, const Placement& placement) {
  SharedLayout layout{tile.rows, tile.columns, tile.columns, tile.element_bytes};
  // Row 1 says what the pitch is; where rows are swizzled it is not looked at.
  if (tile.rows > 1 && placement.offsets[tile.columns] > tile.columns)
    layout.pitch = placement.offsets[tile.columns];
  return layout;
}

std::vector<SharedLayout> swizzled(const Tile& tile) {
  std::vector<SharedLayout> layouts;
  for (std::uint32_t group = 1; group <= tile.columns / 2; group *= 2) {
    if (tile.columns % group != 0 || !std::has_single_bit(tile.columns / group)) continue;
    for (std::uint32_t shift = 0; tile.rows >> shift > 1; ++shift) {
      for (const Swizzle kind : {Swizzle::exclusive_or, Swizzle::shift})
        layouts.push_back(
            {tile.rows, tile.columns, tile.columns, tile.element_bytes, kind, group, shift});
    }
  }
  return layouts;
}

}  // namespace

std::optional<SharedLayout> known_layout(const Tile& tile, const Placement& placement) {
  if (tile.order != Order::row) return std::nullopt;
  const SharedLayout plain = unmoved(tile, placement);
  if (has_all(plain, tile, placement)) return plain;
  for (const SharedLayout& layout : swizzled(tile)) {
    if (has_all(layout, tile, placement)) return layout;
  }
  return std::nullopt;
}

}  // namespace warplens::swizzle
