#include "kernels/machine/block/local_hazards.h"

#include "kernels/machine/block/access_bounds.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/block/stray_accesses.h"
#include "kernels/machine/block/variable_places.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

using trace::FindingKind;

void LocalHazards::take_offsets(const Issue& issue, const MemoryAccess& access, bool is_store,
                                std::uint32_t mask, LaneAddresses& addresses) {
  LaneAddresses threads;
  const std::uint32_t foreign = take_local_offsets(issue, mask, addresses, threads);
  if (foreign == 0 || !is_on()) return;
  const std::uint32_t site = access.sites[static_cast<std::size_t>(trace::Space::local)];
  each_lane(foreign, [&](std::uint32_t lane) {
    block_->report.add_lazily(
        FindingKind::foreign_local, {issue.instruction, issue.warp.index, lane, site},
        [&] { return finding_text::foreign_local(is_store, access.width, threads[lane]); });
  });
}

void LocalHazards::note(const Issue& issue, const MemoryAccess& access, const LaneAccess& lanes,
                        const ArrayLanes& hit) {
  ValueTracker::Load first = ValueTracker::kNotFollowed;
  if (lanes.is_store) {
    each_lane(hit.good, [&](std::uint32_t lane) {
      issue.warp.mark_local(lane, lanes.addresses[lane], lanes.width);
    });
  } else {
    if (block_->values.is_on()) first = block_->values.follow_load(issue, access, hit.good);
    note_unwritten(issue, access, lanes, hit.good, first);
  }
  if (hit.strays != 0) note_strays(*block_, issue, access, lanes, hit.strays, first);
}

void LocalHazards::note_unwritten(const Issue& issue, const MemoryAccess& access,
                                  const LaneAccess& lanes, std::uint32_t good,
                                  ValueTracker::Load first) {
  const std::uint32_t bytes = access.element_bytes;
  each_lane(good, [&](std::uint32_t lane) {
    const bool is_part = issue.warp.wrote_local(lane, lanes.addresses[lane], lanes.width);
    const FindingPlace place{issue.instruction, issue.warp.index, lane, lanes.site};
    for (std::uint32_t i = 0; i < access.elements; ++i) {
      const std::uint64_t offset = lanes.addresses[lane] + std::uint64_t{i} * bytes;
      const auto missing = issue.warp.missing_local(lane, offset, bytes);
      if (missing.bytes == 0) continue;
      const auto load = ValueTracker::load_of(first, i * kWarpSize + lane);
      if (is_part) block_->values.let_be_copied(load);
      if (missing.bytes != bytes) block_->values.let_be_taken_apart(load);
      if (!block_->asks_for_text(FindingKind::uninitialized_read, place, load)) continue;
      block_->report_if_used(FindingKind::uninitialized_read, place, load,
                             finding_text::uninitialized_read(
                                 missing.bytes, local_place(*block_, issue.frame, missing.offset)));
    }
  });
}

}  // namespace warplens::machine
