#include "kernels/trace/event_order.h"

#include "kernels/trace/trace.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

namespace warplens::trace {
namespace {

// When an event has its turn. Compared in this order.
struct Turn {
  std::uint32_t barriers = 0;  // that its warp has reached before
  std::uint32_t access = 0;    // of its warp since the last of them
  std::uint32_t block = 0, warp = 0;
  friend auto operator<=>(const Turn&, const Turn&) = default;
};

std::vector<Turn> turns_of(const Trace& trace) {
  std::map<std::pair<std::uint32_t, std::uint32_t>, Turn> now;  // by block and warp
  std::vector<Turn> turns;
  turns.reserve(trace.events.size());
  for (std::size_t event = 0; event < trace.events.size(); ++event) {
    const std::uint32_t block = trace.events.block(event), warp = trace.events.warp(event);
    const Site& site = trace.sites[trace.events.site(event)];
    Turn& turn = now.try_emplace({block, warp}, Turn{0, 0, block, warp}).first->second;
    if (site.space != Space::none) ++turn.access;
    turns.push_back(turn);
    if (is_block_barrier(site)) turn = {turn.barriers + 1, 0, block, warp};
  }
  return turns;
}

}  // namespace

std::optional<Order> order_named(std::string_view name) {
  const auto it = std::ranges::find(kOrderNames, name);
  if (it == kOrderNames.end()) return std::nullopt;
  return static_cast<Order>(it - kOrderNames.begin());
}

Trace in_turns(const Trace& trace) {
  const std::vector<Turn> turns = turns_of(trace);
  std::vector<std::uint32_t> rows(turns.size());
  std::iota(rows.begin(), rows.end(), 0u);
  std::ranges::stable_sort(rows, {}, [&](std::uint32_t row) { return turns[row]; });
  Trace ordered = trace;
  ordered.events = {};
  for (const std::uint32_t row : rows) {
    const Site& site = trace.sites[trace.events.site(row)];
    ordered.events.append(trace.events.view(row), has_addresses(site),
                          site.kind == EventKind::async_copy);
  }
  return ordered;
}

}  // namespace warplens::trace
