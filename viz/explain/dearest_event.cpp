#include "viz/explain/dearest_event.h"

#include <algorithm>
#include <bit>
#include <utility>

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

struct Rank {
  std::uint32_t conflicts = 0, wavefronts = 0, excess = 0, sectors = 0;
};

}  // namespace

std::vector<DearestEvents> dearest_events(const trace::Trace& trace) {
  std::vector<DearestEvents> dearest(trace.sites.size());
  std::vector<Rank> ranks(trace.sites.size());
  trace::EventView event;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const std::uint32_t number = trace.events.site(row);
    const trace::Site& site = trace.sites[number];
    if (!trace::is_access(site.kind)) continue;
    trace.events.view(row, event);
    const AccessCost cost = analysis::access_cost(site, event);
    Rank& rank = ranks[number];
    DearestEvents& best = dearest[number];
    const bool is_deeper =
        std::pair(cost.conflicts, cost.wavefronts) > std::pair(rank.conflicts, rank.wavefronts);
    if (cost.wavefronts != 0 && (!best.crowd || is_deeper)) {
      rank.conflicts = cost.conflicts;
      rank.wavefronts = cost.wavefronts;
      best.crowd = crowd_of(site, event);
    }
    const std::uint32_t excess = cost.sectors - std::min(cost.sectors, cost.ideal_sectors);
    const bool is_wider = std::pair(excess, cost.sectors) > std::pair(rank.excess, rank.sectors);
    if (cost.sectors != 0 && (!best.spread || is_wider)) {
      rank.excess = excess;
      rank.sectors = cost.sectors;
      best.spread = spread_of(event, trace::addressed_lanes(site, event), cost);
    }
  }
  return dearest;
}

}  // namespace warplens::explain
