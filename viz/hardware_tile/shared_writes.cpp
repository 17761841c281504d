#include "viz/hardware_tile/shared_writes.h"

#include <algorithm>

namespace warplens::hardware_tile {
namespace {

using trace::EventKind;

bool writes_shared(const trace::Site& site) {
  if (is_bulk_copy(site.kind) || site.kind == EventKind::async_copy) return true;
  const bool is_store = site.kind == EventKind::store || site.kind == EventKind::store_matrix ||
                        site.kind == EventKind::atomic;
  return is_store && site.space == trace::Space::shared;
}

}  // namespace

bool lands_here(const trace::BulkCopy& copy) { return copy.way == trace::BulkCopy::Way::to_shared; }

LaneWrite lane_write(const trace::Site& site, const trace::EventView& event, std::uint32_t lane) {
  const bool is_copy = site.kind == EventKind::async_copy;
  const std::uint64_t bytes =
      site.kind == EventKind::store_matrix ? kUnitBytes : std::max<std::uint64_t>(site.width, 1);
  return {is_copy ? event.address2[lane] : event.address[lane], bytes};
}

SharedWrites shared_writes(const trace::Trace& trace, std::uint32_t block) {
  SharedWrites writes;
  trace::EventView event;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const trace::Site& site = trace.sites[trace.events.site(row)];
    if (trace.events.block(row) != block || !writes_shared(site)) continue;
    writes.rows.push_back(row);
    trace.events.view(row, event);
    const auto note = [&](std::uint64_t unit) { writes.first.emplace(unit, row); };
    for (const trace::BulkCopy& copy : event.copies) {
      if (lands_here(copy)) each_unit(copy.shared, copy.shared_bytes(), note);
    }
    for (std::uint32_t lane = 0; lane < kWarpSize && !is_bulk_copy(site.kind); ++lane) {
      if ((event.mask >> lane & 1) == 0) continue;
      const LaneWrite written = lane_write(site, event, lane);
      each_unit(written.address, written.bytes, note);
    }
  }
  return writes;
}

}  // namespace warplens::hardware_tile
