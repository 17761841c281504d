#include "viz/swizzle/usual_map.h"

#include <algorithm>
#include <bit>

#include "viz/swizzle/accesses.h"
#include "viz/swizzle/layout_map.h"

namespace warplens::swizzle {
namespace {

constexpr std::uint32_t kBankRowBytes = 128;

// Elements that the wider of the two accesses takes a lane, as far as they divide a line.
std::uint32_t lane_elements(const SwizzleSpec& spec) {
  std::uint32_t most = 1;
  for (const auto& [pattern, direction] :
       {std::pair{&spec.write, Direction::write}, std::pair{&spec.read, Direction::read}}) {
    const auto accesses = accesses_of(*pattern, spec.tile, direction);
    if (accesses.has_value()) most = std::max(most, accesses->lane_elements);
  }
  const std::uint32_t word = std::max(4 / spec.tile.element_bytes, 1u);
  most = std::max(most, word);
  while (spec.tile.line_length() % most != 0) most /= 2;
  return std::max(most, 1u);
}

CuteSwizzle usual_swizzle(const SwizzleSpec& spec, std::uint32_t group) {
  const std::uint32_t groups = std::max(kBankRowBytes / (group * spec.tile.element_bytes), 1u);
  CuteSwizzle swizzle;
  swizzle.bits = std::bit_width(groups) - 1;
  swizzle.base = std::bit_width(group) - 1;
  const int line = std::bit_width(spec.tile.line_length() - 1);
  swizzle.shift = std::max({line - swizzle.base, swizzle.bits, 1});
  return swizzle;
}

// The text without parentheses around all of it.
std::string_view bare(std::string_view text) {
  if (text.size() < 2 || text.front() != '(' || text.back() != ')') return text;
  int depth = 0;
  for (std::size_t i = 0; i + 1 < text.size(); ++i) {
    depth += text[i] == '(' ? 1 : text[i] == ')' ? -1 : 0;
    if (depth == 0) return text;
  }
  return text.substr(1, text.size() - 2);
}

}  // namespace

Map as_expression(const SwizzleSpec& spec) {
  if (spec.map.kind == Map::Kind::expression) return spec.map;
  const auto formula = offset_expression(spec.map, spec.tile);
  if (!formula.has_value()) return spec.map;
  const bool by_rows = spec.tile.order == Order::row;
  Map map;
  map.kind = Map::Kind::expression;
  map.expression = by_rows ? "col" : "row";
  if (formula->text() == "offset") return map;
  const std::string line =
      fmt::format("{} * {} + ", by_rows ? "row" : "col", spec.tile.line_length());
  if (formula->text().starts_with(line)) {
    map.expression = bare(std::string_view(formula->text()).substr(line.size()));
  } else {
    map.target = Map::Target::offset;
    map.expression = formula->text();
  }
  return map;
}

Map usual_map(const SwizzleSpec& spec, Map::Kind kind) {
  if (kind == Map::Kind::expression) return as_expression(spec);
  if (kind == Map::Kind::layout) return as_layout_map(spec.tile, spec.map);
  const std::uint32_t group = lane_elements(spec);
  if (kind == Map::Kind::padding) return padding_of(group);
  if (kind == Map::Kind::cute) return map_of(usual_swizzle(spec, group));
  Map map;
  map.kind = kind;
  if (kind != Map::Kind::none) map.group = group;
  return map;
}

}  // namespace warplens::swizzle
