#include "viz/analysis/executed/piece_totals.h"

#include <algorithm>
#include <utility>

#include "kernels/cost/access_cost.h"
#include "viz/analysis/executed/sass_cost.h"

namespace warplens::analysis {

using trace::EventView;
using trace::Site;
using trace::SiteTotals;

PieceTotals::PieceTotals(std::vector<Site> ptx, std::vector<Site> executed)
    : ptx_(std::move(ptx)),
      executed_(std::move(executed)),
      totals_(ptx_.size()),
      latest_(ptx_.size()) {}

// Banks repeat every 4 bytes and sectors every 32; pieces begin at multiples of their width.
bool PieceTotals::is_like(const Latest& latest, const trace::Events& events,
                          std::size_t row) const {
  const std::uint32_t site = events.site(row);
  if (latest.pattern != events.pattern(row) || ptx_[site].kind == trace::EventKind::async_copy)
    return false;
  const std::uint64_t period = ptx_[site].space == trace::Space::shared
                                   ? std::max<std::uint64_t>(4, executed_[site].width)
                                   : 32;
  return (events.base(row) - latest.base) % period == 0;
}

void PieceTotals::add(const trace::Events& events, std::size_t row) {
  const std::uint32_t site = events.site(row);
  Latest& latest = latest_[site];
  if (!is_like(latest, events, row)) {
    if (latest.times != 0) totals_[site].add(latest.cost, latest.times);
    events.view(row, event_);
    latest = {events.pattern(row), events.base(row), 0, cost_of(event_)};
  }
  ++latest.times;
}

void PieceTotals::add(const EventView& event) { totals_[event.site] += cost_of(event); }

SiteTotals PieceTotals::cost_of(const EventView& event) const {
  const Site& executed = executed_[event.site];
  SiteTotals cost;
  for_each_executed(ptx_[event.site], executed, event, [&](const EventView& piece) {
    cost.events += 1;
    cost.lanes += count_lanes(piece.mask);
    add_cost(executed, piece, cost);
  });
  return cost;
}

SiteTotals PieceTotals::of(std::uint32_t site) const {
  SiteTotals totals = totals_[site];
  if (latest_[site].times != 0) totals.add(latest_[site].cost, latest_[site].times);
  return totals;
}

}  // namespace warplens::analysis
