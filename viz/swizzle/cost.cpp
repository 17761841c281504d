#include "viz/swizzle/cost.h"

#include <algorithm>

#include "kernels/cost/sectors.h"

namespace warplens::swizzle {

namespace {

Fault fault_of(std::uint32_t warp, std::uint32_t lane, GroupState state, const Accesses& accesses,
               const Tile& tile, const Placement& placement) {
  const std::uint32_t first = accesses.warps[warp].element[lane];
  const MatrixPlace at = tile.place_at(first);
  const std::uint32_t bytes = accesses.lane_elements * tile.element_bytes;
  Fault fault{warp, lane, state, {}};
  if (state == GroupState::misaligned) {
    fault.text =
        tr("lane {} begins at element ({}, {}), byte {}: {} bytes must begin at a multiple of {}",
           lane, at.row, at.column, placement.offsets[first] * tile.element_bytes, bytes, bytes);
  } else {
    fault.text = tr("the {} bytes of lane {} from element ({}, {}) on do not stay side by side",
                    bytes, lane, at.row, at.column);
  }
  return fault;
}

std::optional<Fault> first_fault(const Accesses& accesses, const Tile& tile,
                                 const Placement& placement) {
  if (accesses.lane_elements == 1) return std::nullopt;
  for (std::uint32_t warp = 0; warp < accesses.warps.size(); ++warp) {
    std::optional<Fault> fault;
    analysis::for_each_lane(accesses.warps[warp].mask, [&](std::uint32_t lane) {
      if (fault.has_value()) return;
      const GroupState state =
          group_state(placement, accesses.warps[warp].element[lane], accesses.lane_elements);
      if (state != GroupState::whole)
        fault = fault_of(warp, lane, state, accesses, tile, placement);
    });
    if (fault.has_value()) return fault;
  }
  return std::nullopt;
}

}  // namespace

trace::EventView event_of(const WarpAccess& warp, const Tile& tile, const Placement& placement) {
  trace::EventView event;
  event.site = 0;
  event.mask = warp.mask;
  analysis::for_each_lane(warp.mask, [&](std::uint32_t lane) {
    event.address[lane] = std::uint64_t{placement.offsets[warp.element[lane]]} * tile.element_bytes;
  });
  return event;
}

PatternCost cost_of(const Accesses& accesses, const Tile& tile, const Placement& placement) {
  PatternCost cost;
  cost.accesses.reserve(accesses.warps.size());
  for (const WarpAccess& warp : accesses.warps) {
    trace::EventView event = event_of(warp, tile, placement);
    event.address2 = event.address;  // of an asynchronous copy the shared side
    const analysis::AccessCost one = analysis::access_cost(accesses.site, event);
    cost.wavefronts += one.wavefronts * warp.times;
    cost.ideal += one.ideal_wavefronts * warp.times;
    cost.worst = std::max(cost.worst, one.wavefronts);
    cost.ways = std::max(cost.ways, one.max_way);
    cost.accesses.push_back(one);
  }
  cost.fault = first_fault(accesses, tile, placement);
  return cost;
}

}  // namespace warplens::swizzle
