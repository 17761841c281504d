#include "viz/swizzle/layout_map.h"

#include <algorithm>
#include <limits>

#include "kernels/base/trimmed.h"
#include "viz/cute/algebra.h"
#include "viz/cute/atoms.h"
#include "viz/cute/functions.h"
#include "viz/cute/parse.h"

namespace warplens::swizzle {

namespace {

// How far apart the mode's neighbours lie at least.
std::int64_t least_stride(const cute::Layout& mode) {
  std::int64_t least = std::numeric_limits<std::int64_t>::max();
  for (const cute::Layout& each : cute::leaves_of(mode)) {
    if (each.shape > 1) least = std::min(least, each.stride);
  }
  return least;
}

// "row / 8 % 8 * 64": what a leaf adds, of which a step is `below` of the coordinate's.
std::string term_of(std::string_view name, const cute::Layout& leaf, std::int64_t below,
                    bool is_last) {
  std::string term(name);
  if (below != 1) term += fmt::format(" / {}", below);
  if (!is_last) term += fmt::format(" % {}", leaf.shape);
  if (leaf.stride != 1) term += fmt::format(" * {}", leaf.stride);
  return term;
}

void add_terms(std::string_view name, const cute::Layout& mode, std::string& sum) {
  const std::int64_t elements = cute::size(mode);
  std::int64_t below = 1;
  for (const cute::Layout& leaf : cute::leaves_of(cute::coalesce(mode))) {
    const bool is_last = below * leaf.shape == elements;
    if (leaf.shape > 1 && leaf.stride > 0)
      sum += (sum.empty() ? "" : " + ") + term_of(name, leaf, below, is_last);
    below *= leaf.shape;
  }
}

std::string index_text(const cute::ComposedLayout& composed) {
  std::string sum;
  add_terms("row", composed.layout.mode(0), sum);
  add_terms("col", composed.layout.mode(1), sum);
  if (composed.offset != 0 || sum.empty())
    sum += (sum.empty() ? "" : " + ") + fmt::format("{}", composed.offset);
  return sum;
}

Result<void> check_shape(const Map& map, const cute::Layout& layout, const Tile& tile) {
  const std::int64_t rows = cute::size(layout.mode(0)), columns = cute::size(layout.mode(1));
  if (rows == tile.rows && columns == tile.columns) return {};
  return fail(tr("map {}: it is a layout of {}x{} elements, and the tile has {}x{}", text_of(map),
                 rows, columns, tile.rows, tile.columns));
}

}  // namespace

bool is_layout_text(std::string_view text) {
  return text.find(':') != std::string_view::npos ||
         cute::is_atom_name(trimmed(text.substr(0, text.find('<')))) ||
         cute::find_function(trimmed(text.substr(0, text.find('(')))) != nullptr;
}

Result<Map> parse_layout_map(std::string_view text) {
  TRY(const auto composed, cute::parse_layout(text));
  if (composed.layout.is_leaf() || composed.layout.rank() != 2)
    return fail(tr("{}: a tile has two modes, rows and columns, and this layout has {}",
                   cute::text_of(composed), composed.layout.rank()));
  Map map;
  map.kind = Map::Kind::layout;
  map.expression = text;
  return map;
}

Result<cute::ComposedLayout> layout_of(const Map& map) {
  return cute::parse_layout(map.expression);
}

std::string layout_phrase(const Map& map) {
  const auto layout = layout_of(map);
  return layout.has_value() ? cute::text_of(*layout) : map.expression;
}

Result<Tile> tile_of(const Map& map, const Tile& before) {
  TRY(const auto composed, layout_of(map));
  const cute::Layout &rows = composed.layout.mode(0), &columns = composed.layout.mode(1);
  TRY(const auto shape, parse_shape(fmt::format("{}x{}", cute::size(rows), cute::size(columns))));
  Tile tile = before;
  tile.rows = shape.rows;
  tile.columns = shape.columns;
  tile.order = least_stride(rows) < least_stride(columns) ? Order::column : Order::row;
  if (composed.element_bits != 0)
    tile.element_bytes = static_cast<std::uint32_t>(composed.element_bits) / 8;
  TRY(check(tile));
  return tile;
}

Result<SwizzledIndex> swizzled_index(const Map& map, const Tile& tile) {
  TRY(const auto composed, layout_of(map));
  TRY(check_shape(map, composed.layout, tile));
  TRY(const auto swizzle, cute::swizzle_of_elements(composed, tile.element_bytes));
  return SwizzledIndex{swizzle, index_text(composed)};
}

Result<std::string> layout_offset_text(const Map& map, const Tile& tile) {
  TRY(const auto both, swizzled_index(map, tile));
  const auto& [swizzle, index] = both;
  if (swizzle.bits == 0) return index;
  return fmt::format("({}) ^ ((({}) & 0x{:x}) {} {})", index, index, swizzle.source_mask(),
                     swizzle.shift > 0 ? ">>" : "<<", std::abs(swizzle.shift));
}

Map as_layout_map(const Tile& tile, const Map& now) {
  const bool by_row = tile.order == Order::row;
  const std::uint32_t pitch = tile.line_length() + now.padding;
  const std::string swizzle =
      now.kind == Map::Kind::cute ? cute::text_of(now.cute) + " o " : std::string();
  Map map;
  map.kind = Map::Kind::layout;
  map.expression = fmt::format("{}({},{}):({},{})", swizzle, tile.rows, tile.columns,
                               by_row ? pitch : 1, by_row ? 1 : pitch);
  return map;
}

}  // namespace warplens::swizzle
