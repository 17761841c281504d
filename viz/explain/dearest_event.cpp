#include "viz/explain/dearest_event.h"

#include <algorithm>
#include <bit>
#include <tuple>

#include "kernels/cost/access_cost.h"
#include "kernels/cost/shared_breakdown.h"

namespace warplens::explain {
namespace {

using analysis::AccessCost;
using analysis::SharedBreakdown;

std::optional<Crowd> crowd_of(const trace::Site& site, const trace::EventView& event) {
  const SharedBreakdown breakdown = analysis::shared_breakdown(site, event);
  Crowd crowd{.block = event.block, .warp = event.warp};
  crowd.groups = static_cast<std::uint32_t>(breakdown.groups.size());
  crowd.merged = breakdown.merged;
  const analysis::WordUse* deepest = nullptr;
  for (const analysis::WordUse& use : breakdown.words) {
    if (deepest == nullptr || breakdown.depth(use) > breakdown.depth(*deepest)) deepest = &use;
  }
  if (deepest == nullptr) return std::nullopt;
  crowd.bank = deepest->bank();
  crowd.wavefronts = breakdown.depth(*deepest);
  for (const analysis::WordUse& use : breakdown.words) {
    if (use.group != deepest->group || use.bank() != crowd.bank) continue;
    crowd.lanes |= use.lanes;
    ++crowd.words;
  }
  return crowd;
}

Spread spread_of(const trace::EventView& event, std::uint32_t lanes, const AccessCost& cost) {
  Spread spread{.block = event.block, .warp = event.warp, .lanes = lanes};
  spread.sectors = cost.sectors;
  spread.ideal_sectors = cost.ideal_sectors;
  std::uint64_t lowest = ~std::uint64_t{0};
  bool are_alike = std::popcount(lanes) > 1;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((lanes >> lane & 1) == 0) continue;
    lowest = std::min(lowest, event.address[lane]);
    if (lane == 0 || (lanes >> (lane - 1) & 1) == 0) continue;
    const auto step = static_cast<std::int64_t>(event.address[lane] - event.address[lane - 1]);
    are_alike &= !spread.stride || *spread.stride == step;
    spread.stride = step;
  }
  if (!are_alike) spread.stride.reset();
  spread.into_sector = static_cast<std::uint32_t>(lowest % analysis::kSectorBytes);
  return spread;
}

// Dearer is greater; of those alike the first block's first warp's.
using Rank = std::tuple<std::uint32_t, std::uint32_t, std::int64_t, std::int64_t>;

Rank rank_of(std::uint32_t beyond, std::uint32_t all, const trace::EventView& event) {
  return {beyond, all, -std::int64_t{event.block}, -std::int64_t{event.warp}};
}

// The dearest so far, by either side.
struct Ranks {
  std::optional<Rank> crowd, spread;
};

void look_at(const trace::Trace& trace, std::size_t row, const trace::EventView& event,
             Ranks& ranks, DearestEvents& dearest) {
  const trace::Site& site = trace.sites[event.site];
  const AccessCost cost = analysis::access_cost(site, event);
  const Rank crowd = rank_of(cost.conflicts, cost.wavefronts, event);
  if (cost.wavefronts != 0 && crowd > ranks.crowd) {
    ranks.crowd = crowd;
    dearest.crowd = crowd_of(site, event);
    if (dearest.crowd) dearest.crowd->event = row;
  }
  const std::uint32_t beyond = cost.sectors - std::min(cost.sectors, cost.ideal_sectors);
  const Rank spread = rank_of(beyond, cost.sectors, event);
  if (cost.sectors != 0 && spread > ranks.spread) {
    ranks.spread = spread;
    dearest.spread = spread_of(event, trace::addressed_lanes(site, event), cost);
    dearest.spread->event = row;
  }
}

}  // namespace

std::vector<DearestEvents> dearest_events(const trace::Trace& trace) {
  std::vector<DearestEvents> dearest(trace.sites.size());
  std::vector<Ranks> ranks(trace.sites.size());
  trace::EventView event;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const std::uint32_t site = trace.events.site(row);
    if (!trace::is_access(trace.sites[site].kind)) continue;
    trace.events.view(row, event);
    look_at(trace, row, event, ranks[site], dearest[site]);
  }
  return dearest;
}

}  // namespace warplens::explain
