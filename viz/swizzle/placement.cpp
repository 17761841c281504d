#include "viz/swizzle/placement.h"

#include <algorithm>

#include "kernels/cost/access_cost.h"

namespace warplens::swizzle {

namespace {

constexpr std::uint32_t kNobody = ~0u;
constexpr std::uint32_t kWidest = 16;

Result<void> put_all(const Tile& tile, const Map& map, Placement& placement) {
  TRY(const auto expression, offset_expression(map, tile));
  const std::uint32_t most = kMostBytes / tile.element_bytes;
  placement.offsets.reserve(tile.elements());
  for (std::uint32_t plain = 0; plain < tile.elements(); ++plain) {
    const MatrixPlace at = tile.place_at(plain);
    TRY(const auto offset, expression.evaluate(map_values(tile, at)));
    if (offset < 0)
      return fail(tr("map {}: element ({}, {}) gets offset {}, before the array", text_of(map),
                     at.row, at.column, offset));
    if (static_cast<std::uint32_t>(offset) >= most)
      return fail(tr("map {}: element ({}, {}) gets offset {}: a block's shared memory ends at {}",
                     text_of(map), at.row, at.column, offset, most));
    placement.offsets.push_back(static_cast<std::uint32_t>(offset));
    placement.span = std::max(placement.span, placement.offsets.back() + 1);
  }
  return {};
}

std::optional<Collision> first_collision(const Tile& tile, const Placement& placement) {
  std::vector<std::uint32_t> holder(placement.span, kNobody);
  for (std::uint32_t plain = 0; plain < placement.offsets.size(); ++plain) {
    std::uint32_t& held = holder[placement.offsets[plain]];
    if (held != kNobody)
      return Collision{tile.place_at(held), tile.place_at(plain), placement.offsets[plain]};
    held = plain;
  }
  return std::nullopt;
}

std::uint32_t places_taken(const Placement& placement) {
  std::vector<bool> taken(placement.span);
  for (const std::uint32_t offset : placement.offsets) taken[offset] = true;
  return static_cast<std::uint32_t>(std::ranges::count(taken, true));
}

std::uint32_t widest_whole(const Tile& tile, const Placement& placement) {
  for (std::uint32_t bytes = kWidest; bytes > tile.element_bytes; bytes /= 2) {
    const std::uint32_t elements = bytes / tile.element_bytes;
    if (tile.line_length() % elements != 0) continue;
    bool are_whole = true;
    for (std::uint32_t first = 0; are_whole && first < tile.elements(); first += elements) {
      are_whole = group_state(placement, first, elements) == GroupState::whole;
    }
    if (are_whole) return bytes;
  }
  return tile.element_bytes;
}

}  // namespace

Result<Placement> place(const Tile& tile, const Map& map) {
  TRY(check(tile));
  Placement placement;
  TRY(put_all(tile, map, placement));
  // An array is declared in whole lines: padding stands behind the last one, too.
  if (map.kind == Map::Kind::padding)
    placement.span = tile.lines() * (tile.line_length() + map.padding);
  placement.collision = first_collision(tile, placement);
  placement.bytes = placement.span * tile.element_bytes;
  placement.bytes_lost = (placement.span - places_taken(placement)) * tile.element_bytes;
  placement.vector_bytes = widest_whole(tile, placement);
  return placement;
}

std::uint32_t bank_of(const Tile& tile, std::uint32_t offset) {
  return offset * tile.element_bytes / analysis::kBankBytes % analysis::kBanks;
}

GroupState group_state(const Placement& placement, std::uint32_t first, std::uint32_t elements) {
  const std::uint32_t offset = placement.offsets[first];
  for (std::uint32_t i = 1; i < elements; ++i) {
    if (placement.offsets[first + i] != offset + i) return GroupState::torn;
  }
  return offset % elements == 0 ? GroupState::whole : GroupState::misaligned;
}

}  // namespace warplens::swizzle
