#include "viz/analysis/flow_events.h"

#include <algorithm>
#include <bit>

namespace warplens::analysis {

std::vector<FlowEvent> flow_events(const trace::Trace& trace, std::uint32_t block) {
  std::vector<std::uint32_t> barriers(trace.launch.warps_per_block());
  std::vector<FlowEvent> events;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    if (trace.events.block(row) != block) continue;
    std::uint32_t& passed = barriers[trace.events.warp(row)];
    events.push_back({passed, static_cast<std::uint32_t>(row)});
    if (is_block_barrier(trace.sites[trace.events.site(row)])) ++passed;
  }
  std::ranges::stable_sort(events, {}, &FlowEvent::barriers);
  return events;
}

std::uint32_t array_of_values(const trace::Trace& trace, std::uint32_t block) {
  std::vector<std::uint64_t> stored(trace.shared_arrays.size());
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const trace::Site& site = trace.sites[trace.events.site(row)];
    const bool writes =
        site.kind == trace::EventKind::store || site.kind == trace::EventKind::atomic;
    if (trace.events.block(row) != block || site.space != trace::Space::shared || !writes) continue;
    const trace::EventView event = trace.events.view(row);
    const std::uint64_t offset =
        event.address[static_cast<std::size_t>(std::countr_zero(event.mask))];
    for (std::size_t i = 0; i < stored.size(); ++i) {
      const trace::SharedArray& array = trace.shared_arrays[i];
      if (offset < array.offset || offset - array.offset >= array.bytes) continue;
      stored[i] += static_cast<std::uint64_t>(std::popcount(event.mask));
    }
  }
  const auto most = std::ranges::max_element(stored);
  if (most == stored.end() || *most == 0) return trace::kNone;
  return static_cast<std::uint32_t>(most - stored.begin());
}

WordRange word_range(const trace::SharedArray& array) {
  constexpr std::uint64_t kWordBytes = 4;
  return {array.offset / kWordBytes, (std::uint64_t{array.offset} + array.bytes) / kWordBytes};
}

}  // namespace warplens::analysis
