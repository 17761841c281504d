#include "kernels/trace/warp_event.h"

namespace warplens::trace {
namespace {

bool is_of(const Trace& trace, std::size_t row, std::uint32_t block, const EventOfWarp& event) {
  return trace.events.block(row) == block && trace.events.warp(row) == event.warp &&
         trace.sites[trace.events.site(row)].ptx_line == event.ptx_line;
}

}  // namespace

EventOfWarp event_of_warp(const Trace& trace, std::size_t row) {
  const std::uint32_t block = trace.events.block(row);
  EventOfWarp event{trace.events.warp(row), trace.sites[trace.events.site(row)].ptx_line, 0};
  for (std::size_t i = 0; i < row; ++i) {
    if (is_of(trace, i, block, event)) ++event.occurrence;
  }
  return event;
}

std::size_t row_of_event(const Trace& trace, std::uint32_t block, const EventOfWarp& event) {
  std::size_t seen = 0;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    if (is_of(trace, row, block, event) && seen++ == event.occurrence) return row;
  }
  return trace.events.size();
}

}  // namespace warplens::trace
