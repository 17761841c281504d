#include "viz/swizzle/map.h"

#include <bit>
#include <cstdlib>

#include "viz/swizzle/layout_map.h"
#include "viz/swizzle/text_parts.h"

namespace warplens::swizzle {

namespace {

using MapKind = Map::Kind;
using Target = Map::Target;

constexpr std::int32_t kMostBits = 20;  // of an offset: a tile has at most 2¹⁸ bytes
// Shorter than an expression may be: a line and a pitch are written around it.
constexpr std::size_t kLongestMap = 300;

Result<Map> parse_padding(std::string_view text, std::string_view number) {
  const auto elements = number_in(number, 1, 1024);
  if (!elements.has_value())
    return fail(tr("map '{}': give a number of elements from 1 to 1024, as in padding 1", text));
  return padding_of(static_cast<std::uint32_t>(*elements));
}

Result<Map> parse_groups(std::string_view text, MapKind kind, std::string_view numbers) {
  Map map;
  map.kind = kind;
  if (!numbers.empty()) {
    const auto group = number_in(next_part(numbers), 1, 4096);
    const auto shift = numbers.empty() ? 0 : number_in(next_part(numbers), 0, 20);
    if (!group.has_value() || !shift.has_value() || !numbers.empty())
      return fail(
          tr("map '{}': give a group's elements and places to shift the line by, as in xor(4,2)",
             text));
    map.group = static_cast<std::uint32_t>(*group);
    map.row_shift = static_cast<std::uint32_t>(*shift);
  }
  return map;
}

Result<Map> parse_cute(std::string_view text, std::string_view numbers) {
  const auto bits = number_in(next_part(numbers), 0, kMostBits);
  const auto base = number_in(next_part(numbers), 0, kMostBits);
  const auto shift = number_in(next_part(numbers), -kMostBits, kMostBits);
  if (!bits.has_value() || !base.has_value() || !shift.has_value() || !numbers.empty() ||
      *bits + *base + std::abs(*shift) > kMostBits)
    return fail(tr("map '{}': give Swizzle<B,M,S> with B and M from 0 and B + M + |S| up to {}",
                   text, kMostBits));
  if (std::abs(*shift) < *bits)
    return fail(tr("map '{}': CuTe asks for |S| >= B, so that no bit is changed by itself", text));
  return map_of({*bits, *base, *shift});
}

// "col = …": what the expression gives, and the expression alone.
struct Assigned {
  Target target = Target::within_line;
  std::string_view expression;
};
Assigned assigned(std::string_view text) {
  const std::size_t equals = text.find('=');
  if (equals == std::string_view::npos) return {Target::within_line, text};
  const std::string_view name = trimmed(text.substr(0, equals));
  const std::string_view rest = trimmed(text.substr(equals + 1));
  if (name == "row") return {Target::row, rest};
  if (name == "col") return {Target::column, rest};
  if (name == "offset") return {Target::offset, rest};
  return {Target::within_line, text};
}

Result<Map> parse_expression(std::string_view text) {
  const Assigned parts = assigned(text);
  TRY(IntExpression::parse(parts.expression, kMapNames));
  Map map;
  map.kind = MapKind::expression;
  map.target = parts.target;
  map.expression = parts.expression;
  return map;
}

std::string numbers_of(const Map& map) {
  if (map.row_shift != 0) return fmt::format("({},{})", map.group, map.row_shift);
  return map.group != 1 ? fmt::format("({})", map.group) : "";
}

// "row" and "col" as a line's number and a place in it.
struct LineNames {
  std::string_view line, within;
};
LineNames names_of(const Tile& tile) {
  return tile.order == Order::row ? LineNames{"row", "col"} : LineNames{"col", "row"};
}

// The expression behind the line's beginning.
std::string in_line(const Tile& tile, std::string_view within) {
  return fmt::format("{} * {} + {}", names_of(tile).line, tile.line_length(), within);
}

Result<std::string> grouped(const Map& map, const Tile& tile) {
  const auto [line, within] = names_of(tile);
  if (tile.line_length() % map.group != 0)
    return fail(tr("map {}: {} elements a line are no whole number of groups of {}", text_of(map),
                   tile.line_length(), map.group));
  const std::uint32_t groups = tile.line_length() / map.group;
  const std::string from =
      map.group == 1 ? std::string(within) : fmt::format("{} / {}", within, map.group);
  const std::string by =
      map.row_shift == 0 ? std::string(line) : fmt::format("({} >> {})", line, map.row_shift);
  const std::uint32_t largest = (tile.lines() - 1) >> map.row_shift;
  const bool is_xor = map.kind == MapKind::exclusive_or;
  const bool stays = is_xor && std::has_single_bit(groups) && largest < groups;
  const std::string first = map.group == 1 ? from : fmt::format("({})", from);
  std::string to = fmt::format("({} {} {})", is_xor ? first : from, is_xor ? "^" : "+", by);
  if (!stays) to += fmt::format(" % {}", groups);
  if (map.group != 1)
    to = fmt::format("{} * {} + {} % {}", stays ? to : fmt::format("({})", to), map.group, within,
                     map.group);
  return in_line(tile, to);
}

std::string of_cute(const CuteSwizzle& swizzle) {
  if (swizzle.bits == 0) return "offset";
  return fmt::format("offset ^ ((offset & 0x{:x}) {} {})", swizzle.source_mask(),
                     swizzle.shift > 0 ? ">>" : "<<", std::abs(swizzle.shift));
}

std::string of_expression(const Map& map, const Tile& tile) {
  const std::string value = fmt::format("({})", map.expression);
  switch (map.target) {
    case Target::offset:
      return map.expression;
    case Target::within_line:
      return in_line(tile, value);
    case Target::row:
      return tile.order == Order::row ? fmt::format("{} * {} + col", value, tile.columns)
                                      : in_line(tile, value);
    default:
      return tile.order == Order::row ? in_line(tile, value)
                                      : fmt::format("{} * {} + row", value, tile.rows);
  }
}

Result<std::string> offset_text(const Map& map, const Tile& tile) {
  const auto [line, within] = names_of(tile);
  switch (map.kind) {
    case MapKind::none:
      return "offset";
    case MapKind::padding:
      return fmt::format("{} * {} + {}", line, tile.line_length() + map.padding, within);
    case MapKind::exclusive_or:
    case MapKind::shift:
      return grouped(map, tile);
    case MapKind::cute:
      return of_cute(map.cute);
    case MapKind::layout:
      return layout_offset_text(map, tile);
    default:
      return of_expression(map, tile);
  }
}

}  // namespace

Map padding_of(std::uint32_t elements) {
  Map map;
  map.kind = MapKind::padding;
  map.padding = elements;
  return map;
}

Map map_of(CuteSwizzle swizzle) {
  Map map;
  map.kind = MapKind::cute;
  map.cute = swizzle;
  return map;
}

Result<Map> parse_map(std::string_view text) {
  text = trimmed(text);
  if (text.size() > kLongestMap)
    return fail(tr("a map of {} characters is too long: at most {}", text.size(), kLongestMap));
  if (text == "none") return Map{};
  if (text == "xor") return parse_groups(text, MapKind::exclusive_or, {});
  if (text == "shift") return parse_groups(text, MapKind::shift, {});
  if (text.starts_with("padding")) return parse_padding(text, text.substr(7));
  if (const auto numbers = enclosed(text, "xor", '(', ')'))
    return parse_groups(text, MapKind::exclusive_or, *numbers);
  if (const auto numbers = enclosed(text, "shift", '(', ')'))
    return parse_groups(text, MapKind::shift, *numbers);
  if (is_layout_text(text)) return parse_layout_map(text);
  for (const std::string_view name : {"Swizzle", "Sw"}) {
    if (const auto numbers = enclosed(text, name, '<', '>')) return parse_cute(text, *numbers);
  }
  return parse_expression(text);
}

std::string text_of(const Map& map) {
  switch (map.kind) {
    case MapKind::none:
      return "none";
    case MapKind::padding:
      return fmt::format("padding {}", map.padding);
    case MapKind::exclusive_or:
      return "xor" + numbers_of(map);
    case MapKind::shift:
      return "shift" + numbers_of(map);
    case MapKind::cute:
      return fmt::format("Swizzle<{},{},{}>", map.cute.bits, map.cute.base, map.cute.shift);
    case MapKind::layout:
      return map.expression;
    default:
      break;
  }
  switch (map.target) {
    case Target::within_line:
      return map.expression;
    case Target::row:
      return "row = " + map.expression;
    case Target::column:
      return "col = " + map.expression;
    default:
      return "offset = " + map.expression;
  }
}

MapValues map_values(const Tile& tile, MatrixPlace place) {
  const auto number = [](std::uint32_t value) { return static_cast<std::int32_t>(value); };
  return {number(place.row), number(place.column), number(tile.rows), number(tile.columns),
          number(tile.plain_offset(place))};
}

Result<IntExpression> offset_expression(const Map& map, const Tile& tile) {
  TRY(const auto text, offset_text(map, tile));
  return IntExpression::parse(text, kMapNames);
}

}  // namespace warplens::swizzle
