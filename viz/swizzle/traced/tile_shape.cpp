#include "viz/swizzle/traced/tile_shape.h"

#include <algorithm>
#include <bit>
#include <map>

namespace warplens::swizzle {

namespace {

bool is_matrix(const trace::Site& site) { return site.traits.matrices != 0; }

std::uint32_t element_bytes_of(const TracedArray& traced, const SourceArray* source) {
  constexpr std::uint32_t kMatrixElement = 2;
  std::uint32_t narrowest = 16;
  for (const TracedLine& line : traced.lines) {
    narrowest = std::min(narrowest, is_matrix(line.site) ? kMatrixElement : line.site.width);
  }
  const std::uint32_t declared = source == nullptr ? 0 : source->element_bytes;
  return declared == 0 ? narrowest : std::min(declared, narrowest);
}

// How far lanes next to each other lie apart, in elements, in accesses that have conflicts: the
// distance that at least half of them have, however often each was made.
std::optional<std::uint32_t> usual_stride(const TracedArray& traced, std::uint32_t element) {
  std::map<std::uint32_t, std::uint64_t> votes;
  std::uint64_t all = 0;
  for (const TracedLine& line : traced.lines) {
    if (line.conflicts == 0) continue;
    for (const TracedLine::Event& event : line.events) {
      for (std::uint32_t lane = 1; lane < kWarpSize; ++lane) {
        if ((event.mask >> (lane - 1) & 3) != 3) continue;
        const std::uint32_t a = event.byte[lane - 1], b = event.byte[lane];
        const std::uint32_t far = std::max(a, b) - std::min(a, b);
        all += event.times;
        if (far > line.site.width && far % element == 0) votes[far / element] += event.times;
      }
    }
  }
  const auto most =
      std::ranges::max_element(votes, {}, [](const auto& vote) { return vote.second; });
  if (most == votes.end() || 2 * most->second < all) return std::nullopt;
  return most->first;
}

std::optional<std::uint32_t> as_extent(std::optional<std::int64_t> value) {
  if (!value || *value < 1 || *value > kMostElements) return std::nullopt;
  return static_cast<std::uint32_t>(*value);
}

std::optional<std::uint32_t> declared_columns(const SourceArray* source) {
  if (source == nullptr) return std::nullopt;
  if (source->extents.size() == 1) return named_pitch(*source);
  return as_extent(source->value(source->text(source->extents.back())));
}

// A square in a template's parameter: float tile[kTile][kTile].
std::optional<std::uint32_t> square_columns(const SourceArray* source, std::uint32_t elements) {
  if (source == nullptr || source->extents.size() != 2) return std::nullopt;
  if (source->text(source->extents[0]) != source->text(source->extents[1])) return std::nullopt;
  for (std::uint32_t side = 1; side * side <= elements; ++side) {
    if (side * side == elements) return side;
  }
  return std::nullopt;
}

// Rows up to the last that an access reaches; a launch may give more room than it uses.
std::uint32_t reached_rows(const TracedArray& traced, const Tile& tile) {
  std::uint32_t rows = 1;
  for (const TracedLine& line : traced.lines) {
    for (const TracedLine::Event& event : line.events) {
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        if ((event.mask >> lane & 1) == 0) continue;
        const std::uint32_t last = (event.byte[lane] + line.site.width - 1) / tile.element_bytes;
        rows = std::max(rows, last / tile.columns + 1);
      }
    }
  }
  return rows;
}

std::uint32_t inner_rows_of(const SourceArray* source, const Tile& tile) {
  if (source == nullptr || source->extents.size() < 3) return tile.rows;
  const auto& extent = source->extents[source->extents.size() - 2];
  const auto rows = as_extent(source->value(source->text(extent)));
  return rows ? *rows : 1;
}

}  // namespace

Result<TracedShape> shape_of(const TracedArray& traced, const SourceArray* source) {
  Tile tile;
  tile.element_bytes = element_bytes_of(traced, source);
  const std::uint32_t elements = traced.array.bytes / tile.element_bytes;
  auto columns = declared_columns(source);
  // The extents count elements as they are declared.
  if (columns && source->element_bytes > tile.element_bytes)
    *columns *= source->element_bytes / tile.element_bytes;
  if (!columns) columns = square_columns(source, elements);
  if (!columns && traced.array.layout.is_known()) columns = traced.array.layout.pitch;
  if (!columns) columns = usual_stride(traced, tile.element_bytes);
  if (!columns || *columns < 2 || *columns > elements)
    return fail(
        tr("{} is too irregular: neither its declaration nor its accesses say how long its "
           "rows are",
           traced.array.name));
  tile.columns = *columns;
  const bool has_declared_rows = source != nullptr && source->extents.size() > 1;
  tile.rows = has_declared_rows ? (elements + *columns - 1) / *columns : reached_rows(traced, tile);
  TRY(check(tile));
  return TracedShape{tile, inner_rows_of(source, tile)};
}

}  // namespace warplens::swizzle
