#include "app/cli/text/event_lanes.h"

#include "kernels/cost/access_cost.h"

namespace warplens::cli {

using trace::Space;
using trace::Trace;

GlobalLocation global_place(const Trace& trace, std::uint64_t address) {
  const trace::Buffer* buffer = trace::find_buffer(trace.buffers, address);
  if (buffer == nullptr) return {nullptr, address, 0, 0};
  const std::uint64_t offset = address - buffer->address;
  return {buffer, address, offset, offset / analysis::kSectorBytes};
}

SharedLocation shared_place(const Trace& trace, std::uint64_t offset) {
  const auto bank = static_cast<std::uint32_t>(offset / analysis::kBankBytes % analysis::kBanks);
  for (const trace::SharedArray& array : trace.shared_arrays) {
    const std::uint64_t inside = offset - array.offset;
    if (inside < array.bytes) return {&array, inside, offset, bank};
  }
  return {nullptr, offset, offset, bank};
}

std::vector<LaneLocation> lane_places(const Trace& trace, const trace::EventView& event) {
  std::vector<LaneLocation> places;
  const trace::Site& site = trace.sites[event.site];
  const bool copies = site.kind == trace::EventKind::async_copy;
  if (!copies && !trace::has_addresses(site)) return places;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    if ((event.mask >> lane & 1) == 0) continue;
    LaneLocation place;
    place.lane = lane;
    if (copies) {
      place.is_zero_fill = event.address[lane] == 0;
      if (!place.is_zero_fill) place.global = global_place(trace, event.address[lane]);
      place.shared = shared_place(trace, event.address2[lane]);
    } else if (site.space == Space::shared) {
      place.shared = shared_place(trace, event.address[lane]);
    } else if (site.space == Space::distributed) {
      const std::uint64_t part = event.address[lane] >> trace::kDistributedRankShift;
      place.rank = part - 1;
      place.shared =
          shared_place(trace, event.address[lane] - (part << trace::kDistributedRankShift));
    } else if (site.kind == trace::EventKind::shuffle) {
      place.source_lane = static_cast<std::uint32_t>(event.address[lane]);
    } else if (site.space == Space::local) {
      place.local = event.address[lane];
    } else {
      place.global = global_place(trace, event.address[lane]);
    }
    places.push_back(place);
  }
  return places;
}

}  // namespace warplens::cli
