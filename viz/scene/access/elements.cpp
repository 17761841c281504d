#include "viz/scene/access/elements.h"

#include <algorithm>
#include <bit>

namespace warplens::scene {
namespace {

std::uint64_t pitch_of(const trace::Buffer& buffer) {
  return buffer.pitch != 0 ? buffer.pitch : buffer.columns * buffer.element_bytes;
}

void touch_bytes(std::vector<ElementTouch>& touched, const trace::Buffer& buffer,
                 std::uint32_t lane, std::uint64_t address, std::uint64_t bytes) {
  const std::uint64_t element = buffer.element_bytes, pitch = pitch_of(buffer);
  if (address < buffer.address || address - buffer.address >= buffer.bytes) return;
  const std::uint64_t begin = address - buffer.address;
  const std::uint64_t end = std::min(begin + std::max<std::uint64_t>(bytes, 1), buffer.bytes);
  for (std::uint64_t at = begin; at < end;) {
    const std::uint64_t row = at / pitch;
    const std::uint64_t column = at % pitch / element;
    if (column < buffer.columns && row < buffer.rows) touched.push_back({lane, row, column});
    const std::uint64_t next = row * pitch + (column + 1) * element;
    at = std::min(next, (row + 1) * pitch);
  }
}

void touch_copy(std::vector<ElementTouch>& touched, const trace::Buffer& buffer,
                const trace::BulkCopy& copy) {
  if (copy.way == trace::BulkCopy::Way::to_block) return;
  for (const trace::CopyUnit& unit : trace::units_of(copy)) {
    touch_bytes(touched, buffer, copy.lane, unit.other, unit.bytes);
  }
}

}  // namespace

std::optional<std::size_t> nearest_global_event(const trace::Trace& trace, std::size_t event) {
  const trace::Events& events = trace.events;
  if (event >= events.size()) return std::nullopt;
  const std::uint32_t block = events.block(event), warp = events.warp(event);
  const auto fits = [&](std::size_t row) {
    return events.warp(row) == warp && touches_elements(trace.sites[events.site(row)]);
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

bool touches_elements(const trace::Site& site) {
  return touches_global(site) || trace::is_bulk_copy(site.kind);
}

std::vector<ElementTouch> touched_elements(const trace::Site& site, const trace::EventView& event,
                                           const trace::Buffer& buffer) {
  std::vector<ElementTouch> touched;
  if (!touches_elements(site) || buffer.element_bytes == 0 || pitch_of(buffer) == 0) return touched;
  for (const trace::BulkCopy& copy : event.copies) touch_copy(touched, buffer, copy);
  if (trace::is_bulk_copy(site.kind)) return touched;
  for (std::uint32_t lanes = event.mask; lanes != 0; lanes &= lanes - 1) {
    const auto lane = static_cast<std::uint32_t>(std::countr_zero(lanes));
    touch_bytes(touched, buffer, lane, event.address[lane], site.width);
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
