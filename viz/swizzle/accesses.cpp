#include "viz/swizzle/accesses.h"

#include <algorithm>

#include "kernels/base/expression.h"
#include "viz/swizzle/text_parts.h"

namespace warplens::swizzle {

namespace {

using Kind = Pattern::Kind;

constexpr std::uint32_t kMatrixRows = 8;
constexpr std::uint32_t kMatrixRowBytes = 16;

std::uint32_t rounded_up(std::uint32_t a, std::uint32_t b) { return (a + b - 1) / b; }

// Elements in `bytes`, side by side in a line of the tile.
Result<std::uint32_t> elements_in(std::uint32_t bytes, const Tile& tile) {
  if (bytes == 0) return 1u;
  if (bytes < tile.element_bytes)
    return fail(
        tr("{} bytes a lane are less than one element of {} bytes", bytes, tile.element_bytes));
  const std::uint32_t line = tile.line_length() * tile.element_bytes;
  if (line % bytes != 0)
    return fail(
        tr("{} bytes a lane: {} elements that lie side by side are {} bytes, no multiple of {}",
           bytes, tile.line_length(), line, bytes));
  return bytes / tile.element_bytes;
}

trace::Site site_of(const Pattern& pattern, std::uint32_t width, Direction direction) {
  const bool is_read = direction == Direction::read;
  trace::Site site;
  site.space = trace::Space::shared;
  site.kind = is_read ? trace::EventKind::load : trace::EventKind::store;
  site.width = static_cast<std::uint8_t>(width);
  if (pattern.kind != Kind::matrix) return site;
  site.kind = is_read ? trace::EventKind::load_matrix : trace::EventKind::store_matrix;
  site.traits.matrices = static_cast<std::uint8_t>(pattern.matrices);
  return site;
}

Result<void> take_units(const Pattern& pattern, const Tile& tile, Accesses& accesses) {
  TRY(const auto units, units_of(pattern, tile));
  accesses.lane_elements = units.elements;
  accesses.warps.resize(rounded_up(units.count(), kWarpSize));
  for (std::uint32_t unit = 0; unit < units.count(); ++unit) {
    const bool along = units.goes_along_rows;
    std::uint32_t row = along ? unit / units.columns : unit % units.rows;
    std::uint32_t column = along ? unit % units.columns : unit / units.rows;
    (tile.order == Order::row ? column : row) *= units.elements;
    WarpAccess& warp = accesses.warps[unit / kWarpSize];
    warp.mask |= 1u << unit % kWarpSize;
    warp.element[unit % kWarpSize] = tile.plain_offset({row, column});
  }
  return {};
}

Result<void> take_matrices(const Pattern& pattern, const Tile& tile, Accesses& accesses) {
  TRY(const auto matrices, matrices_of(pattern, tile));
  accesses.lane_elements = matrices.row_elements;
  accesses.warps.resize(matrices.count / pattern.matrices);
  for (std::uint32_t index = 0; index < accesses.warps.size(); ++index) {
    WarpAccess& warp = accesses.warps[index];
    // The addresses of lanes beyond the matrices count for nothing (PTX ISA, ldmatrix).
    for (std::uint32_t lane = 0; lane < kMatrixRows * pattern.matrices; ++lane) {
      const std::uint32_t matrix = index * pattern.matrices + lane / kMatrixRows;
      const std::uint32_t line = matrix % matrices.down * kMatrixRows + lane % kMatrixRows;
      const std::uint32_t within = matrix / matrices.down * matrices.row_elements;
      warp.mask |= 1u << lane;
      warp.element[lane] = tile.plain_offset(tile.place_in_line(line, within));
    }
  }
  return {};
}

Result<void> take_lane(std::int64_t element, const Tile& tile, std::uint32_t lane,
                       std::uint32_t lane_elements, WarpAccess& warp) {
  if (element < 0) return {};
  if (element + lane_elements > tile.elements())
    return fail(tr("lane {} takes element {} of a tile of {}: give 0 to {}, or -1 for none", lane,
                   element + lane_elements - 1, tile.elements(), tile.elements() - 1));
  warp.mask |= 1u << lane;
  warp.element[lane] = static_cast<std::uint32_t>(element);
  return {};
}

Result<void> take_list(const Pattern& pattern, const Tile& tile, Accesses& accesses) {
  TRY(const auto list, listed_lanes(pattern));
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    TRY(take_lane(list[lane], tile, lane, accesses.lane_elements, accesses.warps[0]));
  }
  return {};
}

Result<void> take_expression(const Pattern& pattern, const Tile& tile, Accesses& accesses) {
  TRY(const auto expression, IntExpression::parse(pattern.lanes, kLaneNames));
  for (std::uint32_t warp = 0; warp < accesses.warps.size(); ++warp) {
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      const std::array values = {static_cast<std::int32_t>(lane), static_cast<std::int32_t>(warp),
                                 static_cast<std::int32_t>(tile.rows),
                                 static_cast<std::int32_t>(tile.columns)};
      TRY(const auto element, expression.evaluate(values));
      TRY(take_lane(element, tile, lane, accesses.lane_elements, accesses.warps[warp]));
    }
  }
  return {};
}

Result<void> take_lanes(const Pattern& pattern, const Tile& tile, Accesses& accesses) {
  TRY(const auto elements, elements_in(pattern.lane_bytes, tile));
  accesses.lane_elements = elements;
  TRY(const auto warps, warps_of_lanes(pattern, tile));
  accesses.warps.resize(warps);
  TRY(is_list(pattern) ? take_list(pattern, tile, accesses)
                       : take_expression(pattern, tile, accesses));
  if (std::ranges::all_of(accesses.warps, [](const WarpAccess& warp) { return warp.mask == 0; }))
    return fail(tr("lanes({}): no lane takes an element", pattern.lanes));
  return {};
}

tl::unexpected<Error> no_whole_matrices(const Tile& tile) {
  if (tile.order == Order::row)
    return fail(tr("a matrix takes 8 rows: the tile's {} rows are no multiple of 8", tile.rows));
  return fail(
      tr("a matrix takes 8 columns: the tile's {} columns are no multiple of 8", tile.columns));
}

}  // namespace

Result<Units> units_of(const Pattern& pattern, const Tile& tile) {
  const bool is_groups = pattern.kind == Kind::groups;
  TRY(const auto elements, elements_in(is_groups ? 16 : pattern.lane_bytes, tile));
  Units units{elements, tile.rows, tile.columns, pattern.kind == Kind::rows};
  if (is_groups) units.goes_along_rows = tile.order == Order::row;
  (tile.order == Order::row ? units.columns : units.rows) /= units.elements;
  return units;
}

Result<Matrices> matrices_of(const Pattern& pattern, const Tile& tile) {
  if (pattern.is_transposed && tile.element_bytes != 2)
    return fail(tr(".trans exchanges elements of 2 bytes, not of {}", tile.element_bytes));
  TRY(const auto row_elements, elements_in(kMatrixRowBytes, tile));
  if (tile.lines() % kMatrixRows != 0) return no_whole_matrices(tile);
  Matrices matrices{tile.lines() / kMatrixRows, row_elements, 0};
  matrices.count = matrices.down * (tile.line_length() / row_elements);
  if (matrices.count % pattern.matrices != 0)
    return fail(tr("the tile is {} matrices of 8 x 16 bytes, no multiple of .x{}: use .x1",
                   matrices.count, pattern.matrices));
  return matrices;
}

Result<std::array<std::int32_t, kWarpSize>> listed_lanes(const Pattern& pattern) {
  std::array<std::int32_t, kWarpSize> lanes;
  lanes.fill(-1);
  std::string_view rest = pattern.lanes;
  for (std::uint32_t lane = 0; !rest.empty(); ++lane) {
    const std::string_view part = next_part(rest);
    const bool goes_on = (part == "..." || part == "…") && rest.empty() && lane >= 2;
    const auto element = number_in(part, -1, static_cast<std::int32_t>(kMostElements));
    if (lane == kWarpSize || (!goes_on && !element.has_value()))
      return fail(tr(
          "lanes({}): give up to 32 elements, -1 for none, as in lanes(0,32,64) or lanes(0,32,...)",
          pattern.lanes));
    if (!goes_on) {
      lanes[lane] = *element;
      continue;
    }
    const std::int32_t step = lanes[lane - 1] - lanes[lane - 2];
    for (; lane < kWarpSize; ++lane) lanes[lane] = lanes[lane - 1] + step;
  }
  return lanes;
}

Result<std::uint32_t> warps_of_lanes(const Pattern& pattern, const Tile& tile) {
  if (is_list(pattern)) return 1u;
  TRY(const auto expression, IntExpression::parse(pattern.lanes, kLaneNames));
  constexpr std::int32_t kWarp = 1;  // in kLaneNames
  if (!expression.uses(kWarp)) return 1u;
  const std::uint32_t lane_elements =
      pattern.lane_bytes == 0 ? 1 : std::max(pattern.lane_bytes / tile.element_bytes, 1u);
  return rounded_up(tile.elements(), kWarpSize * lane_elements);
}

Result<Accesses> accesses_of(const Pattern& pattern, const Tile& tile, Direction direction) {
  Accesses accesses;
  TRY(pattern.kind == Kind::matrix  ? take_matrices(pattern, tile, accesses)
      : pattern.kind == Kind::lanes ? take_lanes(pattern, tile, accesses)
                                    : take_units(pattern, tile, accesses));
  accesses.site = site_of(pattern, accesses.lane_elements * tile.element_bytes, direction);
  return accesses;
}

}  // namespace warplens::swizzle
