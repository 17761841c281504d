#include "viz/scene/access/elements.h"

#include <algorithm>
#include <bit>

namespace warplens::scene {

std::optional<std::size_t> nearest_global_event(const trace::Trace& trace, std::size_t event) {
  const trace::Events& events = trace.events;
  if (event >= events.size()) return std::nullopt;
  const std::uint32_t block = events.block(event), warp = events.warp(event);
  const auto fits = [&](std::size_t row) {
    return events.warp(row) == warp && touches_global(trace.sites[events.site(row)]);
  };
  for (std::size_t row = event + 1; row-- > 0 && events.block(row) == block;) {
    if (fits(row)) return row;
  }
  for (std::size_t row = event; row < events.size() && events.block(row) == block; ++row) {
    if (fits(row)) return row;
  }
  return std::nullopt;
}

bool touches_global(const trace::Site& site) {
  return site.kind == trace::EventKind::async_copy || site.space == trace::Space::global;
}

std::vector<ElementTouch> touched_elements(const trace::Site& site, const trace::EventView& event,
                                           const trace::Buffer& buffer) {
  std::vector<ElementTouch> touched;
  const std::uint64_t element = buffer.element_bytes;
  const std::uint64_t pitch = buffer.pitch != 0 ? buffer.pitch : buffer.columns * element;
  if (!touches_global(site) || element == 0 || pitch == 0) return touched;
  for (std::uint32_t lanes = event.mask; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
    if (event.address[lane] < buffer.address) continue;
    const std::uint64_t begin = event.address[lane] - buffer.address;
    if (begin >= buffer.bytes) continue;
    const std::uint64_t end =
        std::min(begin + std::max<std::uint64_t>(site.width, 1), buffer.bytes);
    for (std::uint64_t at = begin; at < end;) {
      const std::uint64_t row = at / pitch;
      const std::uint64_t column = at % pitch / element;
      if (column < buffer.columns && row < buffer.rows) touched.push_back({lane, row, column});
      const std::uint64_t next = row * pitch + (column + 1) * element;
      at = std::min(next, (row + 1) * pitch);
    }
  }
  return touched;
}

trace::Buffer folded(const trace::Buffer& buffer, std::uint64_t columns) {
  if (buffer.rows != 1 || columns == 0 || buffer.columns <= columns) return buffer;
  trace::Buffer wrapped = buffer;
  wrapped.rows = (buffer.columns + columns - 1) / columns;
  wrapped.columns = columns;
  wrapped.pitch = columns * buffer.element_bytes;
  return wrapped;
}

}  // namespace warplens::scene
