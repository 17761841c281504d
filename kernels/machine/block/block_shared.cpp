// What shared accesses leave behind: which bytes were ever written, and the races they complete.
#include "kernels/machine/block/block.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

void Block::note_shared_load(const Issue& issue, std::uint32_t width, RaceAccessKind kind,
                             std::uint32_t mask, std::uint32_t site,
                             std::span<const std::uint32_t> slots, Node first) {
  if (shared_.races() == nullptr) return;
  RaceAccess access;
  access.warp = issue.warp.index;
  access.mask = mask;
  access.width = width;
  access.kind = kind;
  access.instruction = issue.instruction;
  access.first_load = first;
  if (first == ValueTracker::kUntracked || slots.empty()) {
    return note_element_load(issue, access, 0, site);
  }
  // Each element's value is used or not for itself.
  access.width = width / static_cast<std::uint32_t>(slots.size());
  for (std::uint32_t i = 0; i < slots.size(); ++i) {
    track_load(issue, slots[i], mask, static_cast<Node>(access.first_load));
    note_element_load(issue, access, i * access.width, site);
    access.first_load += kWarpSize;
  }
}

void Block::note_element_load(const Issue& issue, RaceAccess access, std::uint32_t skipped,
                              std::uint32_t site) {
  LaneAddresses moved;
  access.offsets = &event_.address;
  if (skipped != 0) {
    for (std::uint32_t i = 0; i < kWarpSize; ++i) moved[i] = event_.address[i] + skipped;
    access.offsets = &moved;
  }
  if (!shared_.are_written(*access.offsets, access.mask, access.width)) {
    note_unwritten(issue, access, site);
  }
  note_race_access(access, site);
}

void Block::note_unwritten(const Issue& issue, const RaceAccess& access, std::uint32_t site) {
  each_lane(access.mask, [&](std::uint32_t lane) {
    const std::uint64_t offset = (*access.offsets)[lane];
    if (shared_.is_written(offset, access.width)) return;
    if (!tracker_) {
      candidates_.insert(issue.instruction);
    } else if (access.first_load != ValueTracker::kUntracked) {
      report_uninitialized(issue, lane, offset, access.width, site,
                           static_cast<Node>(access.first_load) + lane);
    }
  });
}

void Block::note_shared_store(const Issue& issue, const MemoryAccess& access, std::uint32_t mask,
                              std::uint32_t site) {
  if (shared_.races() == nullptr) return;
  each_lane(mask,
            [&](std::uint32_t lane) { shared_.mark_written(event_.address[lane], access.width); });
  // The registers' bytes, lane by lane, through the very move that stored them.
  LaneAddresses places;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) places[lane] = lane * access.width;
  for (std::uint32_t i = 0; i < access.elements; ++i) {
    access.store(values_.data() + std::size_t{i} * access.element_bytes, 0, places,
                 issue.frame.slots + access.slots[i], mask);
  }
  RaceAccess written;
  written.warp = issue.warp.index;
  written.mask = mask;
  written.offsets = &event_.address;
  written.width = access.width;
  written.kind = access.shared_kind;
  written.instruction = issue.instruction;
  written.values = values_.data();
  note_race_access(written, site);
}

void Block::note_shared_atomic(const Issue& issue, std::uint32_t width, std::uint32_t mask,
                               std::uint32_t site) {
  if (shared_.races() == nullptr || mask == 0) return;
  each_lane(mask, [&](std::uint32_t lane) { shared_.mark_written(event_.address[lane], width); });
  RaceAccess access;
  access.warp = issue.warp.index;
  access.mask = mask;
  access.offsets = &event_.address;
  access.width = width;
  access.kind = RaceAccessKind::atomic;
  access.instruction = issue.instruction;
  note_race_access(access, site);
}

void Block::note_race_access(const RaceAccess& access, std::uint32_t site) {
  if (shared_.races() == nullptr) return;
  races_.clear();
  shared_.races()->access(access, races_);
  for (const Race& race : races_) note_race(race, site);
}

// A race with a load matters only when the loaded value does.
void Block::note_race(const Race& race, std::uint32_t site) {
  const bool earlier_reads = race.earlier.kind == RaceAccessKind::read;
  const bool later_reads = race.later.kind == RaceAccessKind::read;
  if (!earlier_reads && !later_reads) {
    if (!tracker_) report_race(race, site);
    return;
  }
  const ThreadAccess& reader = later_reads ? race.later : race.earlier;
  if (!tracker_) {
    candidates_.insert(reader.instruction);
  } else if (reader.load != ValueTracker::kUntracked) {
    tracker_->when_used(static_cast<Node>(reader.load),
                        [this, race, site] { report_race(race, site); });
  }
}

}  // namespace warplens::machine
