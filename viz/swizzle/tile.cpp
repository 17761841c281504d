#include "viz/swizzle/tile.h"

#include "viz/swizzle/text_parts.h"

namespace warplens::swizzle {

namespace {
constexpr std::int32_t kMostOnASide = 4096;
}

Result<std::uint32_t> parse_element_bytes(std::string_view text) {
  for (const std::uint32_t bytes : {1u, 2u, 4u, 8u, 16u}) {
    if (trimmed(text) == std::to_string(bytes)) return bytes;
  }
  return fail(tr("an element of '{}' bytes: give 1, 2, 4, 8 or 16", text));
}

Result<TileShape> parse_shape(std::string_view text) {
  const std::size_t times = text.find('x');
  const bool has_two = times != std::string_view::npos;
  const auto rows = number_in(text.substr(0, times), 1, kMostOnASide);
  const auto columns = has_two ? number_in(text.substr(times + 1), 1, kMostOnASide) : std::nullopt;
  if (!rows.has_value() || !columns.has_value())
    return fail(
        tr("tile '{}': give rows x columns, each 1 to {}, as in 128x8", text, kMostOnASide));
  return TileShape{static_cast<std::uint32_t>(*rows), static_cast<std::uint32_t>(*columns)};
}

Result<Order> parse_order(std::string_view text) {
  if (trimmed(text) == "row") return Order::row;
  if (trimmed(text) == "column") return Order::column;
  return fail(tr("order '{}': give row (a row lies side by side) or column", text));
}

std::string_view name_of(Order order) { return order == Order::row ? "row" : "column"; }

Result<void> check(const Tile& tile) {
  if (tile.elements() > kMostElements)
    return fail(tr("a tile of {} elements: at most {}", tile.elements(), kMostElements));
  if (tile.bytes() > kMostBytes)
    return fail(tr("a tile of {} bytes: a block has {} bytes of shared memory at most",
                   tile.bytes(), kMostBytes));
  return {};
}

}  // namespace warplens::swizzle
