#include "viz/swizzle/spec.h"

#include <algorithm>
#include <array>
#include <vector>

#include "viz/swizzle/layout_map.h"
#include "viz/swizzle/text_parts.h"

namespace warplens::swizzle {

namespace {

constexpr std::array<std::string_view, 6> kFields = {"element", "tile", "order",
                                                     "write",   "read", "map"};
constexpr std::size_t kLongestSpec = 2000;

// The beginning of the next field: a name and '=' behind a blank.
std::size_t next_field(std::string_view text, std::size_t from) {
  for (std::size_t at = from; at < text.size(); ++at) {
    if (at != 0 && text[at - 1] != ' ') continue;
    const bool begins = std::ranges::any_of(kFields, [&](std::string_view name) {
      const std::string_view here = text.substr(at);
      return here.starts_with(name) && here.substr(name.size()).starts_with("=");
    });
    if (begins) return at;
  }
  return text.size();
}

template <class Value>
Result<void> assign(const Result<Value>& value, Value& to) {
  TRY(value);
  to = *value;
  return {};
}

Result<void> set_shape(Tile& tile, std::string_view value) {
  TRY(const auto shape, parse_shape(value));
  tile.rows = shape.rows;
  tile.columns = shape.columns;
  return {};
}

// A layout is the tile, too.
Result<void> set_map(SwizzleSpec& spec, std::string_view value) {
  TRY(auto map, parse_map(value));
  if (map.kind == Map::Kind::layout) TRY(assign(tile_of(map, spec.tile), spec.tile));
  spec.map = std::move(map);
  return {};
}

struct Field {
  std::string_view name, value;
};

// Errors: what is no field, one that is given twice.
Result<std::vector<Field>> fields_of(std::string_view text) {
  std::vector<Field> fields;
  if (const std::size_t first = next_field(text, 0); first != 0)
    return fail(
        tr("'{}': write fields as in element=2 tile=128x8 map=none", text.substr(0, first)));
  while (!text.empty()) {
    const std::size_t end = next_field(text, 1);
    const std::string_view field = text.substr(0, end);
    const std::string_view name = field.substr(0, field.find('='));
    if (std::ranges::find(fields, name, &Field::name) != fields.end())
      return fail(tr("{} is given twice", name));
    fields.push_back({name, trimmed(field.substr(name.size() + 1))});
    text = text.substr(end);
  }
  return fields;
}

}  // namespace

Result<void> set_field(SwizzleSpec& spec, std::string_view name, std::string_view value) {
  if (name == "element") return assign(parse_element_bytes(value), spec.tile.element_bytes);
  if (name == "tile") return set_shape(spec.tile, value);
  if (name == "order") return assign(parse_order(value), spec.tile.order);
  if (name == "write") return assign(parse_pattern(value, Direction::write), spec.write);
  if (name == "read") return assign(parse_pattern(value, Direction::read), spec.read);
  if (name == "map") return set_map(spec, value);
  return fail(tr("'{}' is no field: give element, tile, order, write, read or map", name));
}

Result<SwizzleSpec> parse_spec(std::string_view text) {
  if (text.size() > kLongestSpec)
    return fail(tr("a text of {} characters is too long: at most {}", text.size(), kLongestSpec));
  TRY(auto fields, fields_of(trimmed(text)));
  // What is said of the tile beside a layout goes first.
  std::stable_partition(fields.begin(), fields.end(),
                        [](const Field& field) { return field.name == "map"; });
  SwizzleSpec spec;
  for (const Field& field : fields) TRY(set_field(spec, field.name, field.value));
  TRY(check(spec.tile));
  return spec;
}

std::string text_of(const SwizzleSpec& spec) {
  return fmt::format("element={} tile={}x{} order={} write={} read={} map={}",
                     spec.tile.element_bytes, spec.tile.rows, spec.tile.columns,
                     name_of(spec.tile.order), text_of(spec.write, Direction::write),
                     text_of(spec.read, Direction::read), text_of(spec.map));
}

}  // namespace warplens::swizzle
