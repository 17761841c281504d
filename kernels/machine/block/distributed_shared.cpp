#include "kernels/machine/block/distributed_shared.h"

#include <algorithm>

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/program/shared_order.h"

namespace warplens::machine {

using trace::FindingKind;
using trace::Space;

namespace {

LaneAddresses offsets_of(std::uint32_t mask, const LaneAddresses& addresses) {
  LaneAddresses offsets{};
  each_lane(mask,
            [&](std::uint32_t lane) { offsets[lane] = cluster_address(addresses[lane]).offset; });
  return offsets;
}

}  // namespace

MemoryRange range_of(const ClusterMember& member, std::uint32_t rank) {
  SharedMemory& shared = member.memory->shared;
  return {shared.data(), rank * kClusterPartBytes, shared.size()};
}

std::uint32_t DistributedShared::take_others(std::uint32_t mask, LaneAddresses& offsets) const {
  if (block_->cluster == nullptr) return 0;
  std::uint32_t others = 0;
  each_lane(mask, [&](std::uint32_t lane) {
    if (rank_of(offsets[lane]) != block_->rank) {
      others |= 1u << lane;
    } else {
      offsets[lane] = cluster_address(offsets[lane]).offset;
    }
  });
  return others;
}

std::uint32_t DistributedShared::lanes_inside(const Issue& issue, const MemoryRange& range,
                                              const LaneAccess& access) const {
  return memory_->bounds.lanes_inside(issue, range, access);
}

ClusterMember* DistributedShared::find(const Issue& issue, const LaneAccess& access,
                                       std::uint32_t lane, std::uint32_t rank) {
  Cluster& cluster = *block_->cluster;
  const FindingPlace place{issue.instruction, issue.warp.index, lane, access.site};
  if (rank >= cluster.size()) {
    block_->report.add(FindingKind::out_of_bounds, place,
                       finding_text::outside_cluster(access.is_store, rank, cluster.size()));
    return nullptr;
  }
  ClusterMember& member = cluster.at(rank);
  if (!member.has_exited()) return &member;
  block_->report.add(
      FindingKind::out_of_bounds, place,
      finding_text::exited_block(access.is_store, block_->launch->request->grid.at(member.block)));
  return nullptr;
}

void DistributedShared::access(const Issue& issue, const MemoryAccess& access, bool is_store,
                               trace::EventView& event, std::uint32_t mask) {
  const std::uint32_t site = access.sites[static_cast<std::size_t>(Space::distributed)];
  const LaneAccess lanes{event.address, mask, access.width, is_store, Space::distributed, site};
  note_uncounted(issue, site);
  ValueTracker::Loads first;
  if (!is_store) first = block_->values.begin_load(issue, access.elements);
  const std::uint32_t good = each_block(
      issue, lanes,
      [&](ClusterMember& member, std::uint32_t rank, const MemoryRange& range, std::uint32_t in) {
        if (is_store) {
          store_lanes(issue, access, range, event.address, in);
        } else {
          load_lanes(issue, access, range, event.address, in);
          memory_->hazards.note_unset_of(
              issue, member.memory->shared,
              {offsets_of(in, event.address), in, access.width, false, Space::distributed, site},
              first, {access.slots.data(), access.elements});
        }
        RaceAccess race = SharedHazards::access_of(issue, in, {}, access.width, access.shared_kind);
        if (is_store) race.values = values_.of(issue, access, in);
        note(issue, race, event.address, rank, site);
        order(issue, in, event.address, access.width, rank);
      });
  if (!is_store) load_zero(issue, access, mask & ~good);
  record(issue, site, good, event);
}

void DistributedShared::note(const Issue& issue, RaceAccess access, const LaneAddresses& addresses,
                             std::uint32_t rank, std::uint32_t site, bool by_agents) {
  ClusterMember& member = block_->cluster->at(rank);
  BlockRaces* const races = memory_->shared.races();
  if (races == nullptr) return;
  const LaneAddresses offsets = offsets_of(access.mask, addresses);
  const OwnLanes places(access.mask, offsets);
  access.lanes = places.placed();
  if (access.kind != RaceAccessKind::read && access.kind != RaceAccessKind::volatile_read) {
    member.memory->shared.mark_written(access.lanes, access.mask, access.width);
  }
  each_lane(access.mask, [&](std::uint32_t lane) {
    if (rank != block_->rank) member.touch(offsets[lane], offsets[lane] + access.width);
    if (!by_agents) return;
    order_behind_thread(races, *block_, issue.warp.index * kWarpSize + lane);
  });
  if (by_agents) access.warp += block_->launch->warps;
  if (block_->cluster->races() != nullptr) races->access_other(access, rank);
  memory_->hazards.note_cluster_races(site);
}

void DistributedShared::order(const Issue& issue, std::uint32_t lanes,
                              const LaneAddresses& addresses, std::uint32_t width,
                              std::uint32_t rank) {
  const std::uint32_t ordering = issue.code.operands[kOptionPlace];
  if (ordering == kOrdersNothing) return;
  const LaneAddresses offsets = offsets_of(lanes, addresses);
  order_through(memory_->shared.races(), ordering, issue.warp.index, lanes, offsets, width,
                kSharedPlace, rank);
  memory_->global.order_through_block(issue, ordering, lanes, offsets, width,
                                      block_->cluster->at(rank).block);
}

void DistributedShared::note_update(const Issue& issue, const AtomicAccess& atomic,
                                    const LaneAddresses& addresses, std::uint32_t lanes,
                                    std::uint32_t rank, bool by_agents) {
  const MemoryAccess& access = block_->image->accesses[atomic.access];
  const std::uint32_t site = access.sites[static_cast<std::size_t>(Space::distributed)];
  SharedMemory& shared = block_->cluster->at(rank).memory->shared;
  if (atomic.reads_old && memory_->hazards.is_on() && !block_->values.is_on()) {
    memory_->hazards.report_unset_of(
        issue, shared,
        {offsets_of(lanes, addresses), lanes, access.width, true, Space::distributed, site});
  }
  const RaceAccess race =
      SharedHazards::access_of(issue, lanes, {}, access.width, RaceAccessKind::atomic);
  note(issue, race, addresses, rank, site, by_agents);
  order(issue, lanes, addresses, access.width, rank);
}

void DistributedShared::record(const Issue& issue, std::uint32_t site, std::uint32_t lanes,
                               trace::EventView& event) {
  each_lane(lanes, [&](std::uint32_t lane) { event.address[lane] += kClusterPartBytes; });
  block_->events.record(issue, site, lanes, event);
}

void DistributedShared::note_uncounted(const Issue& issue, std::uint32_t site) {
  block_->report.add_lazily(FindingKind::uncounted_read,
                            {issue.instruction, issue.warp.index, first_lane(issue.mask), site},
                            [] { return finding_text::uncounted_distributed(); });
}

void DistributedShared::map_address(const Issue& issue) {
  const ClusterAddressUse& use = block_->image->cluster_addresses[issue.code.detail];
  if (block_->values.is_on()) {
    block_->values.use(issue.frame, use.address, issue.mask);
    if (use.rank != kNoSlot) block_->values.use(issue.frame, use.rank, issue.mask);
    block_->values.clear(issue.frame, use.destination, issue.mask);
  }
  std::byte* const slots = issue.frame.slots;
  const std::uint64_t window = use.is_generic ? kSharedWindow : 0;
  const std::uint32_t size = block_->cluster->size();
  each_lane(issue.mask, [&](std::uint32_t lane) {
    const std::uint64_t address = read_slot(slots + use.address, use.bytes, lane) - window;
    if (use.rank == kNoSlot) return write_slot(slots + use.destination, 4, lane, rank_of(address));
    const auto rank = static_cast<std::uint32_t>(read_slot(slots + use.rank, 4, lane));
    if (rank >= size) {
      block_->report.add(FindingKind::out_of_bounds, {issue.instruction, issue.warp.index, lane},
                         finding_text::mapped_outside_cluster(rank, size));
    }
    const std::uint64_t start = std::min<std::uint64_t>(rank, kMostRank) * kClusterPartBytes;
    const std::uint64_t mapped = start + cluster_address(address).offset;
    write_slot(slots + use.destination, use.bytes, lane, window + mapped);
  });
}

}  // namespace warplens::machine
