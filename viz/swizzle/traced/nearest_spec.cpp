#include "viz/swizzle/traced/nearest_spec.h"

#include <fmt/ranges.h>

#include <algorithm>

namespace warplens::swizzle {

namespace {

using Kind = Pattern::Kind;

std::vector<Pattern> known_patterns(const Accesses& accesses, const Tile& tile) {
  std::vector<Pattern> patterns;
  if (accesses.site.traits.matrices != 0) {
    patterns.push_back({.kind = Kind::matrix, .matrices = accesses.site.traits.matrices});
    return patterns;
  }
  const std::uint32_t bytes = accesses.lane_elements == 1 ? 0 : accesses.site.width;
  patterns.push_back({.kind = Kind::rows, .lane_bytes = bytes});
  patterns.push_back({.kind = Kind::columns, .lane_bytes = bytes});
  if (accesses.lane_elements * tile.element_bytes == 16) patterns.push_back({.kind = Kind::groups});
  return patterns;
}

bool is_among(const WarpAccess& wanted, const std::vector<WarpAccess>& all) {
  return std::ranges::any_of(all, [&](const WarpAccess& one) {
    if (one.mask != wanted.mask) return false;
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if ((one.mask >> lane & 1) != 0 && one.element[lane] != wanted.element[lane]) return false;
    }
    return true;
  });
}

bool is_pattern(const Pattern& pattern, const Accesses& accesses, const Tile& tile,
                Direction direction) {
  const auto made = accesses_of(pattern, tile, direction);
  if (!made.has_value()) return false;
  return std::ranges::all_of(accesses.warps,
                             [&](const WarpAccess& warp) { return is_among(warp, made->warps); });
}

const WarpAccess& dearest(const Accesses& accesses, const Tile& tile) {
  std::size_t best = 0;
  std::uint32_t most = 0;
  const auto plain = place(tile, Map{});
  const PatternCost cost = cost_of(accesses, tile, *plain);
  for (std::size_t i = 0; i < cost.accesses.size(); ++i) {
    if (cost.accesses[i].wavefronts <= most) continue;
    most = cost.accesses[i].wavefronts;
    best = i;
  }
  return accesses.warps[best];
}

Pattern listed(const Accesses& accesses, const Tile& tile) {
  const WarpAccess& warp = dearest(accesses, tile);
  std::vector<std::int64_t> lanes;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    lanes.push_back((warp.mask >> lane & 1) != 0 ? std::int64_t{warp.element[lane]} : -1);
  }
  Pattern pattern{.kind = Kind::lanes};
  if (accesses.lane_elements > 1) pattern.lane_bytes = accesses.lane_elements * tile.element_bytes;
  pattern.lanes = fmt::format("{}", fmt::join(lanes, ","));
  return pattern;
}

Pattern pattern_of(const Accesses& accesses, const Tile& tile, Direction direction) {
  for (const Pattern& pattern : known_patterns(accesses, tile)) {
    if (is_pattern(pattern, accesses, tile, direction)) return pattern;
  }
  return listed(accesses, tile);
}

// The line that has most conflicts, of those that write or read; of none: of all.
std::size_t dearest_line(const TracedArray& array, bool writes) {
  std::optional<std::size_t> best;
  for (std::size_t i = 0; i < array.lines.size(); ++i) {
    if (array.lines[i].writes() != writes) continue;
    const bool is_dearer = !best || array.lines[i].conflicts > array.lines[*best].conflicts ||
                           (array.lines[i].conflicts == array.lines[*best].conflicts &&
                            array.lines[i].wavefronts > array.lines[*best].wavefronts);
    if (is_dearer) best = i;
  }
  return best ? *best : dearest_line(array, !writes);
}

}  // namespace

SwizzleSpec nearest_spec(const TracedArray& array, const Tile& tile,
                         const std::vector<Accesses>& all) {
  SwizzleSpec spec;
  spec.tile = tile;
  spec.write = pattern_of(all[dearest_line(array, true)], tile, Direction::write);
  spec.read = pattern_of(all[dearest_line(array, false)], tile, Direction::read);
  return spec;
}

}  // namespace warplens::swizzle
