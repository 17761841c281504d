#include "kernels/machine/block/stale_reads.h"

#include "kernels/machine/block/access_bounds.h"
#include "kernels/machine/launch/buffer_place.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

bool StaleReads::concerns(const MemoryAccess& access, bool is_store, const PlacedLanes& lanes) {
  if (is_store || !access.is_non_coherent) return is_store;
  const auto place = [&](std::int32_t distance) {
    return lanes.base + static_cast<std::uint64_t>(std::int64_t{distance});
  };
  return written().may_meet(place(lanes.shape->lowest), place(lanes.shape->highest) + access.width);
}

void StaleReads::note(const Issue& issue, const MemoryAccess& access, const LaneAccess& lanes,
                      std::uint32_t mask) {
  if (!lanes.is_store && !access.is_non_coherent) return;
  each_lane(mask, [&](std::uint32_t lane) {
    const ByteMask bytes = ByteMask::of(lanes.addresses[lane], lanes.width);
    if (lanes.is_store) return written().add(bytes, issue.instruction);
    if (const auto writer = written().writer(bytes)) report(issue, lanes, lane, *writer);
  });
}

void StaleReads::report(const Issue& issue, const LaneAccess& load, std::uint32_t lane,
                        std::uint32_t writer) {
  FindingPlace place{issue.instruction, issue.warp.index, lane, load.site};
  place.other = writer;
  block_->report.add_lazily(trace::FindingKind::read_only_write, place, [&] {
    return finding_text::stale_read(load.width,
                                    place_in_buffer(*block_->launch->memory, load.addresses[lane]),
                                    block_->image->code_place(writer));
  });
}

}  // namespace warplens::machine
