#include "kernels/cost/access_cost.h"

#include <algorithm>
#include <bit>

#include "kernels/cost/bulk_copy_cost.h"
#include "kernels/cost/bypass_copies.h"
#include "kernels/cost/local_sectors.h"
#include "kernels/cost/sectors.h"
#include "kernels/cost/shared_groups.h"

namespace warplens::analysis {

namespace {

bool touches_global(const trace::Site& site) {
  switch (site.kind) {
    case trace::EventKind::async_copy:
      return true;
    case trace::EventKind::barrier:
    case trace::EventKind::branch:
    case trace::EventKind::shuffle:
    case trace::EventKind::bulk_load:
    case trace::EventKind::bulk_store:
    case trace::EventKind::bulk_send:
      return false;
    default:
      return site.space == trace::Space::global;
  }
}

bool touches_local(const trace::Site& site) {
  const bool is_plain = site.kind == trace::EventKind::load || site.kind == trace::EventKind::store;
  return is_plain && site.space == trace::Space::local;
}

void add_global_side(const trace::Site& site, const trace::EventView& event, AccessCost& cost) {
  const std::uint32_t lanes = trace::addressed_lanes(site, event);
  const SectorCount count = count_sectors(lanes, event.address, site.width);
  cost.requests = lanes == 0 ? 0 : 1;
  cost.sectors = count.sectors;
  cost.bytes_used = count.bytes;
  cost.ideal_sectors = (count.bytes + kSectorBytes - 1) / kSectorBytes;
}

AccessCost copies_cost(const trace::EventView& event) {
  AccessCost cost;
  for (const trace::BulkCopy& copy : event.copies) {
    const BulkCopyCost one = bulk_copy_cost(copy);
    cost.requests += copy.way == trace::BulkCopy::Way::to_block ? 0 : 1;
    cost.sectors += static_cast<std::uint32_t>(one.sectors);
    cost.bytes_used += static_cast<std::uint32_t>(one.bytes);
    cost.modelled = cost.modelled && one.modelled;
  }
  cost.ideal_sectors = (cost.bytes_used + kSectorBytes - 1) / kSectorBytes;
  return cost;
}

AccessCost local_cost(const trace::Site& site, const trace::EventView& event) {
  AccessCost cost;
  cost.requests = local_requests(site.width);
  cost.sectors = local_sectors(event.mask, event.address, site.width);
  cost.bytes_used = static_cast<std::uint32_t>(std::popcount(event.mask)) * site.width;
  cost.ideal_sectors = (cost.bytes_used + kSectorBytes - 1) / kSectorBytes;
  return cost;
}

void add_shared_side(const SharedRequest& request, AccessCost& cost) {
  const LaneGroups groups = lane_groups(request);
  cost.ideal_wavefronts = groups.count;
  for (std::uint32_t i = 0; i < groups.count; ++i) {
    const std::uint32_t wavefronts = serve(request, groups, i).wavefronts;
    cost.wavefronts += wavefronts;
    cost.max_way = std::max(cost.max_way, wavefronts);
  }
  cost.conflicts = cost.wavefronts - cost.ideal_wavefronts;
}

void add(const AccessCost& cost, trace::SiteTotals& totals) {
  totals.requests += cost.requests;
  totals.sectors += cost.sectors;
  totals.ideal_sectors += cost.ideal_sectors;
  totals.bytes_used += cost.bytes_used;
  totals.bytes_moved += std::uint64_t{cost.sectors} * kSectorBytes;
  totals.wavefronts += cost.wavefronts;
  totals.ideal_wavefronts += cost.ideal_wavefronts;
  totals.conflicts += cost.conflicts;
  totals.max_way = std::max(totals.max_way, cost.max_way);
  totals.modelled = totals.modelled && cost.modelled;
}

}  // namespace

AccessCost access_cost(const trace::Site& site, const trace::EventView& event) {
  AccessCost cost;
  if (event.mask == 0) return cost;
  if (trace::is_bulk_copy(site.kind)) return copies_cost(event);
  if (touches_local(site)) return local_cost(site, event);
  const bool is_global = touches_global(site);
  if (is_global) add_global_side(site, event, cost);
  if (is_global && site.kind != trace::EventKind::async_copy) return cost;
  const SharedRequest shared = shared_request(site, event);
  cost.modelled = shared.modelled;
  if (shared.mask == 0) return cost;
  if (!is_global) cost.requests = 1;
  if (shared.bypasses_l1) {
    cost.sectors = bypass_copies(*shared.sources, *shared.offsets, shared.mask).sectors;
  }
  add_shared_side(shared, cost);
  return cost;
}

trace::SiteTotals as_totals(const AccessCost& cost) {
  trace::SiteTotals totals;
  add(cost, totals);
  return totals;
}

void add_cost(const trace::Site& site, const trace::EventView& event, trace::SiteTotals& totals) {
  add(access_cost(site, event), totals);
}

std::vector<std::uint64_t> touched_sectors(const trace::Site& site, const trace::EventView& event) {
  if (!touches_global(site)) return {};
  return distinct_sectors(trace::addressed_lanes(site, event), event.address, site.width);
}

}  // namespace warplens::analysis
