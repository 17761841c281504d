#include "kernels/machine/block/shared_hazards.h"

#include "kernels/machine/block/agents.h"
#include "kernels/machine/block/barrier_keeper.h"
#include "kernels/machine/block/cluster.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

using trace::FindingKind;

SharedHazards::SharedHazards(BlockContext& block, SharedMemory& shared)
    : block_(&block),
      shared_(&shared),
      in_flight_(is_on() ? shared.watched_size() : 0),
      reports_(block) {
  const ProgramImage& image = *block.image;
  const bool reads_by_itself = !image.wgmma_multiplies.empty() || image.stores_by_tma ||
                               !image.tensor_multiplies.empty() || !image.tensor_copies.empty();
  if (!is_on() || !reads_by_itself) return;
  generic_writes_.emplace(block.launch->warps * kWarpSize, shared.size());
}

void SharedHazards::start() {
  reports_.start();
  in_flight_.start();
  if (generic_writes_) generic_writes_->start();
}

void SharedHazards::note_load(const Issue& issue, const RaceAccess& load, std::uint32_t site,
                              ValueTracker::Loads first, std::span<const std::uint32_t> slots) {
  if (!is_on()) return;
  const auto elements = static_cast<std::uint32_t>(slots.size());
  const bool is_set = shared_->are_written(load.lanes, load.mask, load.width);
  if (first.load == ValueTracker::kNotFollowed) {
    return note_read(issue, load, is_set ? 0 : unset_lanes(load), site);
  }
  RaceAccess element = load;
  element.first_load = first.load;
  if (elements == 0) return note_read(issue, element, is_set ? 0 : unset_lanes(load), site);
  const std::uint32_t partly_set = is_set ? 0 : load.mask & ~empty_lanes(load);
  // Each element's value is used or not for itself.
  element.width = load.width / elements;
  for (const std::uint32_t slot : slots) {
    block_->values.set_load(issue, slot, load.mask, first.node);
    first.node += kWarpSize;
    const std::uint32_t unset = is_set ? 0 : unset_lanes(element);
    const std::uint32_t empty = unset == 0 ? 0 : empty_lanes(element);
    each_lane(unset & partly_set, [&](std::uint32_t lane) {
      const auto value = ValueTracker::load_of(element.first_load, lane);
      block_->values.let_be_copied(value);
      if ((empty >> lane & 1) == 0) block_->values.let_be_taken_apart(value);
    });
    note_read(issue, element, unset, site);
    element.first_load += kWarpSize;
    element.lanes.base += element.width;
  }
}

std::uint32_t SharedHazards::unset_lanes(const RaceAccess& load) const {
  std::uint32_t lanes = 0;
  each_lane(load.mask, [&](std::uint32_t lane) {
    if (!shared_->is_written(load.lanes[lane], load.width)) lanes |= 1u << lane;
  });
  return lanes;
}

std::uint32_t SharedHazards::empty_lanes(const RaceAccess& load) const {
  std::uint32_t lanes = 0;
  each_lane(load.mask, [&](std::uint32_t lane) {
    if (!shared_->is_any_written(load.lanes[lane], load.width)) lanes |= 1u << lane;
  });
  return lanes;
}

void SharedHazards::note_read(const Issue& issue, const RaceAccess& read, std::uint32_t unwritten,
                              std::uint32_t site) {
  each_lane(unwritten, [&](std::uint32_t lane) {
    const FindingPlace place{issue.instruction, issue.warp.index, lane, site};
    const auto load = ValueTracker::load_of(read.first_load, lane);
    if (!block_->asks_for_text(FindingKind::uninitialized_read, place, load)) return;
    const SharedMemory::Missing missing = shared_->missing(read.lanes[lane], read.width);
    block_->report_if_used(
        FindingKind::uninitialized_read, place, load,
        finding_text::uninitialized_read(missing.bytes, place_of(missing.offset)));
  });
  if (unwritten != 0) record_unset_read(issue, read, unwritten);
  note(read, site);
}

void SharedHazards::note_store(const Issue& issue, const MemoryAccess& access, std::uint32_t mask,
                               const PlacedLanes& lanes, std::uint32_t site) {
  if (!is_on()) return;
  RaceAccess written = access_of(issue, mask, lanes, access.width, access.shared_kind);
  written.values = values_.of(issue, access, mask);
  note_write(written, site);
}

void SharedHazards::note_write(const RaceAccess& write, std::uint32_t site) {
  if (!is_on()) return;
  shared_->mark_written(write.lanes, write.mask, write.width);
  if (generic_writes_) generic_writes_->note(write);
  note(write, site);
}

void SharedHazards::note_update(const RaceAccess& update, std::uint32_t site, bool reads_old) {
  if (!is_on()) return;
  const bool is_early = reads_old && !shared_->are_written(update.lanes, update.mask, update.width);
  if (is_early && !block_->values.is_on()) report_unset(update, site);
  note_write(update, site);
}

void SharedHazards::report_unset(const RaceAccess& update, std::uint32_t site) {
  each_lane(update.mask, [&](std::uint32_t lane) {
    const std::uint64_t offset = update.lanes[lane];
    if (shared_->is_written(offset, update.width)) return;
    block_->report.add_lazily(
        FindingKind::uninitialized_read, {update.instruction, update.warp, lane, site},
        [&] { return finding_text::uninitialized_update(update.width, place_of(offset)); });
  });
}

void SharedHazards::note_unset_of(const Issue& issue, const SharedMemory& shared,
                                  const LaneAccess& lanes, ValueTracker::Loads first,
                                  std::span<const std::uint32_t> slots) {
  if (!is_on()) return;
  const auto width = static_cast<std::uint32_t>(lanes.width / slots.size());
  for (std::size_t i = 0; i < slots.size(); ++i) {
    const bool is_followed = first.load != ValueTracker::kNotFollowed;
    if (is_followed) block_->values.set_load(issue, slots[i], lanes.mask, first.node);
    each_lane(lanes.mask, [&](std::uint32_t lane) {
      const std::uint64_t offset = lanes.addresses[lane] + i * width;
      if (shared.is_written(offset, width)) return;
      const FindingPlace place{issue.instruction, issue.warp.index, lane, lanes.site};
      const auto load = ValueTracker::load_of(first.load, lane);
      if (!block_->asks_for_text(FindingKind::uninitialized_read, place, load)) return;
      block_->report_if_used(FindingKind::uninitialized_read, place, load,
                             finding_text::uninitialized_read(width, place_of(offset)));
    });
    if (!is_followed) continue;
    first.node += kWarpSize;
    first.load += kWarpSize;
  }
}

void SharedHazards::report_unset_of(const Issue& issue, const SharedMemory& shared,
                                    const LaneAccess& lanes) {
  each_lane(lanes.mask, [&](std::uint32_t lane) {
    const std::uint64_t offset = lanes.addresses[lane];
    if (shared.is_written(offset, lanes.width)) return;
    block_->report.add_lazily(
        FindingKind::uninitialized_read, {issue.instruction, issue.warp.index, lane, lanes.site},
        [&] { return finding_text::uninitialized_update(lanes.width, place_of(offset)); });
  });
}

void SharedHazards::note(const RaceAccess& access, std::uint32_t site) {
  if (!is_on()) return;
  reports_.settle_loads(*shared_->races());
  if (in_flight_.may_meet(access)) note_in_flight(access, site);
  races_.clear();
  shared_->races()->access(access, races_);
  for (const Race& race : races_) note_race({between_own_threads(race), {}}, site);
  if (shared_->races()->has_cluster_races()) note_cluster_races(site);
}

void SharedHazards::note_cluster_races(std::uint32_t site) {
  if (!is_on()) return;
  for (const ClusterRace& found : shared_->races()->take_cluster_races()) {
    const Race race = between_own_threads(found.race);
    // Who loads what is followed has told it in the first run.
    if (block_->values.is_on()) continue;
    note_racing_load(race, found);
    const FindingPlace place{race.later.instruction, race.later.thread / kWarpSize,
                             race.later.thread % kWarpSize, site, race.earlier.instruction};
    block_->report.add_lazily(
        race.same_value ? FindingKind::same_value_race : FindingKind::race, place,
        [&] { return finding_text::cluster_race(cluster_race(race, found)); });
  }
}

// That the load came too early is no finding of its own.
void SharedHazards::note_racing_load(const Race& race, const ClusterRace& found) const {
  if (race.later.kind == RaceAccessKind::read) {
    block_->report.note_racing_load(race.later.instruction);
  }
  const ClusterMember& earlier = block_->cluster->at(found.earlier_rank);
  if (race.earlier.kind == RaceAccessKind::read && !earlier.has_exited()) {
    earlier.context->report.note_racing_load(race.earlier.instruction);
  }
}

RaceInCluster SharedHazards::cluster_race(const Race& race, const ClusterRace& found) const {
  const Dim3& grid = block_->launch->request->grid;
  Cluster& cluster = *block_->cluster;
  RaceInCluster told{race, place_of(race.offset), grid.at(cluster.at(found.earlier_rank).block)};
  told.is_own_memory = found.memory_rank == block_->rank;
  told.memory_block = grid.at(cluster.at(found.memory_rank).block);
  told.earlier = block_->image->code_place(race.earlier.instruction);
  return told;
}

void SharedHazards::note_exit(const FindingPlace& place, std::uint64_t begin, std::uint64_t end) {
  if (!is_on() || block_->values.is_on()) return;
  std::vector<Race> own;
  for (std::uint64_t offset = begin / 4 * 4; offset < end; offset += 4) {
    LaneAddresses offsets{};
    offsets[place.lane] = offset;
    const OwnLanes lanes(1u << place.lane, offsets);
    RaceAccess gone;
    gone.warp = place.warp;
    gone.mask = 1u << place.lane;
    gone.lanes = lanes.placed();
    gone.kind = RaceAccessKind::write;
    gone.instruction = place.instruction;
    shared_->races()->access(gone, own);
  }
  for (const ClusterRace& found : shared_->races()->take_cluster_races()) {
    const Race race = between_own_threads(found.race);
    FindingPlace at = place;
    at.other = race.earlier.instruction;
    block_->report.add_lazily(FindingKind::out_of_bounds, at, [&] {
      return finding_text::exits_too_early(cluster_race(race, found));
    });
  }
}

void SharedHazards::note_in_flight(const RaceAccess& access, std::uint32_t site) {
  in_flight_.each_met(access, [&](std::uint32_t lane, std::uint64_t offset, const InFlight& open,
                                  std::uint32_t thread, bool is_same) {
    const bool is_in_order = open.by == OpenAccess::By::tcgen05 &&
                             access.warp == warp_of_tcgen05(*block_, thread / kWarpSize);
    if (is_in_order) return;  // what a warp has tensor cores do by tcgen05 comes in its order
    const ThreadAccess later{access.warp * kWarpSize + lane, access.instruction, plain(access.kind),
                             ValueTracker::load_of(access.first_load, lane)};
    Race race{open.access, later, static_cast<std::uint32_t>(offset), is_same};
    race.earlier.thread = thread;
    note_race({between_own_threads(race), open}, site);
  });
}

void SharedHazards::note_over_sources(const Issue& issue, std::uint32_t mask,
                                      const LaneAddresses& addresses, std::uint32_t width,
                                      std::uint32_t site) {
  if (!is_on()) return;
  each_lane(mask, [&](std::uint32_t lane) {
    const InFlight* const open = in_flight_.reader_of(addresses[lane], width);
    if (open == nullptr) return;
    Race race;
    race.earlier = open->access;
    race.earlier.kind = RaceAccessKind::read;
    race.earlier.load = block_->values.is_on() ? kUsedLoad : 0;
    race.later = {issue.warp.index * kWarpSize + lane, issue.instruction, RaceAccessKind::write};
    note_race({race, *open, buffer_place(*block_, addresses[lane])}, site);
  });
}

void SharedHazards::remember(const RaceAccess& access) {
  if (!is_on()) return;
  races_.clear();
  shared_->races()->access(access, races_);
}

Race SharedHazards::between_own_threads(Race race) const {
  race.earlier.thread = thread_of(*block_, race.earlier.thread);
  race.later.thread = thread_of(*block_, race.later.thread);
  return race;
}

void SharedHazards::record_race(const Race& race) {
  const BarrierKeeper keeper(*block_);
  if (!keeper.is_on() || race.same_value) return;
  BarrierRecord record =
      keeper.begin(BarrierStep::race, race.later.instruction, block_->rank,
                   race.later.thread / kWarpSize, 1u << race.later.thread % kWarpSize);
  record.offset = race.offset;
  record.writes = race.later.kind != RaceAccessKind::read;
  record.other_writes = race.earlier.kind != RaceAccessKind::read;
  record.other = block_->image->place(race.earlier.instruction).instruction;
  record.other_warp = race.earlier.thread / kWarpSize;
  keeper.add(std::move(record));
}

void SharedHazards::record_unset_read(const Issue& issue, const RaceAccess& read,
                                      std::uint32_t lanes) {
  const BarrierKeeper keeper(*block_);
  if (!keeper.is_on()) return;
  BarrierRecord record = keeper.begin(BarrierStep::race, issue);
  record.mask = lanes;
  record.offset = static_cast<std::uint32_t>(read.lanes[first_lane(lanes)]);
  record.other_writes = true;
  record.other_warp = record.warp;
  keeper.add(std::move(record));
}

void SharedHazards::note_race(const Found& found, std::uint32_t site) {
  if (!found.place) record_race(found.race);
  reports_.note(found.race, site, [this, found] { return text_of(found); });
}

FindingText SharedHazards::text_of(const Found& found) const {
  const Race& race = found.race;
  const SharedPlace place = found.place ? *found.place : place_of(race.offset);
  if (found.open) return finding_text::race_in_flight(race, place, open_access(*found.open));
  return finding_text::race(race, place, block_->image->code_place(race.earlier.instruction));
}

OpenAccess SharedHazards::open_access(const InFlight& access) const {
  OpenAccess open;
  open.by = access.by;
  open.started = block_->image->code_place(access.access.instruction);
  if (access.mbarrier != InFlight::kNoPlace) open.mbarrier = place_of(access.mbarrier);
  open.group = access.group;
  open.is_committed = access.is_committed;
  if (access.wait != kNoIndex) open.wait = block_->image->code_place(access.wait);
  open.groups_left = access.groups_left;
  return open;
}

}  // namespace warplens::machine
