#include "kernels/machine/block/load_store.h"

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/program/shared_order.h"

namespace warplens::machine {

using trace::Space;

namespace {

// The state space of all lanes' addresses, if the instruction names it; else Space::none.
Space space_of_all(ptx::StateSpace space) {
  switch (space) {
    case ptx::StateSpace::global:
      return Space::global;
    case ptx::StateSpace::shared:
      return Space::shared;
    default:
      return Space::none;
  }
}

}  // namespace

void LoadStore::access_parameters(const Issue& issue, bool is_store) {
  const MemoryAccess& access = block_->image->accesses[issue.code.detail];
  if (!is_store && shaped_.load_parameters(issue, access)) return;
  compute_addresses(issue, access.address, event_.address);
  parameters_.access(issue, access, is_store, issue.mask, event_.address);
}

void LoadStore::access(const Issue& issue, bool is_store) {
  const MemoryAccess& access = block_->image->accesses[issue.code.detail];
  if (access.polls) note_poll(issue);
  if (shaped_.access(issue, access, is_store, event_)) return;
  compute_addresses(issue, access.address, event_.address);
  access_addressed(issue, access, is_store);
}

void LoadStore::access_at(const Issue& issue, const MemoryAccess& access, bool is_store,
                          const LaneAddresses& addresses) {
  event_.address = addresses;
  access_addressed(issue, access, is_store);
}

void LoadStore::access_addressed(const Issue& issue, const MemoryAccess& access, bool is_store) {
  TrackedValues& values = block_->values;
  if (values.is_on()) {
    values.use(issue.frame, access.address.slot, issue.mask);
    for (std::uint32_t i = 0; is_store && i < access.elements; ++i) {
      values.store(issue.frame, access.slots[i], issue.mask);
    }
  }
  if (const Space space = space_of_all(access.space); space != Space::none) {
    if (issue.mask != 0) access_space(issue, access, is_store, {space, issue.mask});
    if (values.is_on() && !is_store) values.pass_guard(issue, access);
    return;
  }
  for (const SpaceLanes& lanes : split_by_space(access.space, issue.mask, event_.address)) {
    if (lanes.mask == 0) continue;
    if (lanes.space == Space::local && access.space == ptx::StateSpace::generic) {
      memory_->local.take_offsets(issue, access, is_store, lanes.mask, event_.address);
    }
    if (lanes.space == Space::none) {
      parameters_.access(issue, access, is_store, lanes.mask, event_.address);
    } else {
      access_space(issue, access, is_store, lanes);
    }
  }
  if (values.is_on() && !is_store) values.pass_guard(issue, access);
}

void LoadStore::access_space(const Issue& issue, const MemoryAccess& access, bool is_store,
                             const SpaceLanes& lanes) {
  if (!is_store && block_->values.is_on()) {
    for (std::uint32_t i = 0; i < access.elements; ++i) {
      block_->values.clear(issue.frame, access.slots[i], lanes.mask);
    }
  }
  std::uint32_t mask = lanes.mask;
  if (lanes.space == Space::shared && access.is_of_cluster()) {
    const std::uint32_t others = distributed_->take_others(mask, event_.address);
    if (others != 0) distributed_->access(issue, access, is_store, event_, others);
    mask &= ~others;
    if (mask == 0) return;
  } else if (lanes.space == Space::shared) {
    take_own_offsets(block_->shared_start, event_.address);
  }
  const LaneAccess lane_access{event_.address, mask,
                               access.width,   is_store,
                               lanes.space,    access.sites[static_cast<std::size_t>(lanes.space)]};
  switch (lanes.space) {
    case Space::shared:
      return access_shared(issue, access, lane_access);
    case Space::local:
      return access_local(issue, access, lane_access);
    default:
      return access_buffers(issue, access, lane_access);
  }
}

void LoadStore::access_buffers(const Issue& issue, const MemoryAccess& access,
                               const LaneAccess& lanes) {
  ValueTracker::Load first = ValueTracker::kNotFollowed;
  if (!lanes.is_store && block_->values.is_on()) {
    first = block_->values.follow_load(issue, access, lanes.mask);
  }
  const auto move = [&](const MemoryRange& buffer, std::uint32_t mask) {
    if (buffer.is_exposed) memory_->global.note_access(issue, access, lanes, mask, buffer, first);
    if (buffer.may_be_stale) memory_->stale.note(issue, access, lanes, mask);
    if (lanes.is_store) {
      if (buffer.is_unexpected) block_->control->unexpected->expect(buffer.base);
      if (buffer.is_read_only) memory_->bounds.report_read_only(issue, lanes, mask);
      memory_->hazards.note_over_sources(issue, mask, lanes.addresses, lanes.width, lanes.site);
      store_lanes(issue, access, buffer, event_.address, mask);
    } else {
      load_lanes(issue, access, buffer, event_.address, mask);
    }
    if (buffer.watched == nullptr) return;
    if (lanes.is_store) {
      memory_->buffers.note_store(lanes, mask);
    } else {
      memory_->buffers.note_load(issue, access, lanes, *buffer.watched, mask, first);
    }
  };
  const std::uint32_t bad = memory_->bounds.each_buffer(issue, lanes, move);
  if (!lanes.is_store) load_zero(issue, access, bad);
  if (!lanes.is_store) ++block_->buffer_reads;
  block_->events.record(issue, lanes.site, lanes.mask & ~bad, event_);
  order_through(memory_->shared.races(), issue.code.operands[kOptionPlace], issue.warp.index,
                lanes.mask & ~bad, event_.address, access.width, 0);
  memory_->global.order(issue, lanes.mask & ~bad, event_.address, access.width, lanes.space);
}

void LoadStore::access_shared(const Issue& issue, const MemoryAccess& access,
                              const LaneAccess& lanes) {
  const MemoryRange range = memory_->shared_range();
  const auto [good, strays] =
      memory_->bounds.lanes_inside(issue, range, memory_->shared_array(access.reach), lanes);
  if (!lanes.is_store) load_zero(issue, access, lanes.mask & ~good);
  if (good == 0) return;
  if (lanes.is_store) {
    store_lanes(issue, access, range, event_.address, good);
  } else {
    load_lanes(issue, access, range, event_.address, good);
  }
  block_->events.record(issue, lanes.site, good, event_);
  if (memory_->hazards.is_on()) note_shared(issue, access, lanes, {good, strays});
}

void LoadStore::note_shared(const Issue& issue, const MemoryAccess& access, const LaneAccess& lanes,
                            const ArrayLanes& hit) {
  ValueTracker::Loads first;
  const OwnLanes places(hit.good, event_.address);
  if (lanes.is_store) {
    memory_->hazards.note_store(issue, access, hit.good, places.placed(), lanes.site);
  } else {
    first = block_->values.begin_load(issue, access.elements);
    memory_->hazards.note_load(issue,
                               SharedHazards::access_of(issue, hit.good, places.placed(),
                                                        access.width, access.shared_kind),
                               lanes.site, first, {access.slots.data(), access.elements});
  }
  if (hit.strays != 0) {
    note_strays(*block_, issue, access, lanes, hit.strays, first.load);
  }
  order_through(memory_->shared.races(), issue.code.operands[kOptionPlace], issue.warp.index,
                hit.good, event_.address, access.width, kSharedPlace);
  memory_->global.order(issue, hit.good, event_.address, access.width, lanes.space);
}

void LoadStore::fence(const Issue& issue) {
  memory_->global.fence(issue);
  BlockRaces* const races = memory_->shared.races();
  if (races == nullptr) return;
  const std::uint32_t ordering = issue.code.operands[kOptionPlace];
  races->fence(issue.warp.index, issue.mask,
               {.acquires = (ordering & kAcquires) != 0, .releases = (ordering & kReleases) != 0});
}

void LoadStore::fence_proxies(const Issue& issue) {
  GenericWrites* const writes = memory_->hazards.generic_writes();
  if (writes != nullptr) writes->fence(issue.warp.index, issue.mask);
}

// A thread's variables are one after the other, up to the top of its stack.
ArrayLanes LoadStore::local_lanes(const Issue& issue, const MemoryAccess& access,
                                  const LaneAccess& lanes) {
  const CallFrame& frame = issue.frame;
  ArrayLanes all;
  for (std::uint32_t left = lanes.mask; left != 0;) {
    const std::uint32_t end = frame.local_end(first_lane(left));
    std::uint32_t same = 0;
    each_lane(left, [&](std::uint32_t lane) {
      same |= std::uint32_t{frame.local_end(lane) == end} << lane;
    });
    left &= ~same;
    LaneAccess part = lanes;
    part.mask = same;
    const ArrayLanes hit = memory_->bounds.lanes_inside(
        issue, {nullptr, 0, end}, LocalHazards::array_of(frame, access.reach, end), part);
    all.good |= hit.good;
    all.strays |= hit.strays;
  }
  return all;
}

void LoadStore::access_local(const Issue& issue, const MemoryAccess& access,
                             const LaneAccess& lanes) {
  const auto [good, strays] = local_lanes(issue, access, lanes);
  if (!lanes.is_store) load_zero(issue, access, lanes.mask & ~good);
  if (good == 0) return;
  block_->events.record(issue, lanes.site, good, event_);
  if (memory_->local.is_on()) memory_->local.note(issue, access, lanes, {good, strays});
  each_lane(good, [&](std::uint32_t lane) {
    const MemoryRange own{issue.warp.local(lane), 0, issue.frame.local_end(lane)};
    if (lanes.is_store) {
      store_lanes(issue, access, own, event_.address, 1u << lane);
    } else {
      load_lanes(issue, access, own, event_.address, 1u << lane);
    }
  });
}

}  // namespace warplens::machine
