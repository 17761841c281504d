#include "kernels/machine/block/atomics.h"

#include "kernels/machine/block/agents.h"
#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/block/mbarriers.h"
#include "kernels/machine/block/non_finite_watch.h"
#include "kernels/machine/block/stray_accesses.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/program/mbarrier_state.h"
#include "kernels/machine/program/shared_order.h"

namespace warplens::machine {
namespace {

bool is_sum(const AtomicOperation& operation) {
  return !operation.is_compare_and_swap && operation.operation == ScalarOperation::add;
}

}  // namespace

using trace::Space;

void Atomics::execute(const Issue& issue) {
  const AtomicAccess& atomic = block_->image->atomics[issue.code.detail];
  const MemoryAccess& access = block_->image->accesses[atomic.access];
  if (access.polls) note_poll(issue);
  compute_addresses(issue, access.address, event_.address);
  if (block_->values.is_on()) use_values(issue, atomic);
  for (SpaceLanes lanes : split_by_space(access.space, issue.mask, event_.address)) {
    if (lanes.space == Space::shared && access.is_of_cluster()) {
      const std::uint32_t others = distributed_->take_others(lanes.mask, event_.address);
      if (others != 0) update_distributed(issue, atomic, others);
      lanes.mask &= ~others;
    } else if (lanes.space == Space::shared) {
      take_own_offsets(block_->shared_start, event_.address);
    }
    if (lanes.mask != 0) update_space(issue, atomic, lanes);
  }
}

void Atomics::update_at(const Issue& issue, const AtomicAccess& atomic,
                        const LaneAddresses& addresses) {
  event_.address = addresses;
  if (block_->values.is_on()) use_values(issue, atomic);
  update_space(issue, atomic, {Space::global, issue.mask});
}

void Atomics::use_values(const Issue& issue, const AtomicAccess& atomic) {
  const MemoryAccess& access = block_->image->accesses[atomic.access];
  TrackedValues& values = block_->values;
  values.use(issue.frame, access.address.slot, issue.mask);
  for (std::uint32_t i = 0; i < access.elements; ++i) {
    values.use(issue.frame, atomic.b[i], issue.mask);
    if (atomic.has_result) values.clear(issue.frame, atomic.destinations[i], issue.mask);
  }
  if (atomic.c != kNoSlot) values.use(issue.frame, atomic.c, issue.mask);
}

void Atomics::update_space(const Issue& issue, const AtomicAccess& atomic,
                           const SpaceLanes& lanes) {
  const MemoryAccess& access = block_->image->accesses[atomic.access];
  const std::uint32_t site = access.sites[static_cast<std::size_t>(lanes.space)];
  const LaneAccess lane_access{event_.address, lanes.mask, access.width, true, lanes.space, site};
  if (lanes.space == Space::shared) return update_shared(issue, atomic, lane_access);
  if (lanes.space != Space::global) {
    // PTX knows atomics on global and shared memory only.
    return block_->report.add(trace::FindingKind::out_of_bounds,
                              {issue.instruction, issue.warp.index, first_lane(lanes.mask), site},
                              finding_text::bad_atomic_space());
  }
  std::uint32_t good = 0;
  memory_->bounds.each_buffer(
      issue, lane_access, [&](const MemoryRange& buffer, std::uint32_t inside) {
        if (buffer.is_read_only) {
          memory_->bounds.report_read_only(issue, lane_access, inside);
        }
        if (buffer.is_unexpected) {
          block_->control->unexpected->expect(buffer.base);
        }
        if (buffer.is_exposed) {
          memory_->global.note_update(issue, atomic, lane_access, inside, buffer);
        }
        if (buffer.may_be_stale) {
          memory_->stale.note(issue, access, lane_access, inside);
        }
        if (buffer.watched != nullptr) {
          memory_->buffers.note_update(issue, lane_access, *buffer.watched, inside,
                                       atomic.reads_old);
        }
        memory_->hazards.note_over_sources(issue, inside, lane_access.addresses, lane_access.width,
                                           site);
        update(issue, atomic, buffer, inside, true);
        good |= inside;
      });
  ++block_->buffer_reads;
  block_->events.record(issue, site, good, event_);
  order_through(memory_->shared.races(), issue.code.operands[kOptionPlace], issue.warp.index, good,
                event_.address, access.width, 0);
  memory_->global.order(issue, good, event_.address, access.width, lanes.space);
}

void Atomics::update_shared(const Issue& issue, const AtomicAccess& atomic,
                            const LaneAccess& lanes) {
  const MemoryRange range = memory_->shared_range();
  const MemoryAccess& access = block_->image->accesses[atomic.access];
  const auto [good, strays] =
      memory_->bounds.lanes_inside(issue, range, memory_->shared_array(access.reach), lanes);
  update(issue, atomic, range, good);
  block_->events.record(issue, lanes.site, good, event_);
  if (good == 0) return;
  if (strays != 0 && memory_->hazards.is_on()) {
    note_strays(*block_, issue, access, lanes, strays, ValueTracker::kNotFollowed);
  }
  const OwnLanes places(good, event_.address);
  memory_->hazards.note_update(
      SharedHazards::access_of(issue, good, places.placed(), lanes.width, RaceAccessKind::atomic),
      lanes.site, atomic.reads_old);
  order_through(memory_->shared.races(), issue.code.operands[kOptionPlace], issue.warp.index, good,
                event_.address, lanes.width, kSharedPlace);
  memory_->global.order(issue, good, event_.address, lanes.width, lanes.space);
}

void Atomics::update_distributed(const Issue& issue, const AtomicAccess& atomic,
                                 std::uint32_t mask) {
  const MemoryAccess& access = block_->image->accesses[atomic.access];
  const std::uint32_t site = access.sites[static_cast<std::size_t>(Space::distributed)];
  distributed_->note_uncounted(issue, site);
  const LaneAccess lanes{event_.address, mask, access.width, true, Space::distributed, site};
  const std::uint32_t good = distributed_->each_block(
      issue, lanes,
      [&](ClusterMember&, std::uint32_t rank, const MemoryRange& range, std::uint32_t in) {
        update(issue, atomic, range, in);
        distributed_->note_update(issue, atomic, event_.address, in, rank);
      });
  distributed_->record(issue, site, good, event_);
}

void Atomics::execute_async(const Issue& issue) {
  const AsyncAccess& use = block_->image->async_accesses[issue.code.detail];
  const bool is_store = use.access != kNoIndex;
  const ProgramImage& image = *block_->image;
  const AtomicAccess* const atomic = is_store ? nullptr : &image.atomics[use.atomic];
  const MemoryAccess& access = image.accesses[is_store ? use.access : atomic->access];
  const std::uint32_t site = access.sites[static_cast<std::size_t>(Space::distributed)];
  const bool is_generic = access.space == ptx::StateSpace::generic;
  LaneAddresses barriers;
  compute_shared_offsets(issue, access.address, is_generic, event_.address);
  compute_shared_offsets(issue, use.barrier, is_generic, barriers);
  if (block_->values.is_on()) use_async_values(issue, use);
  distributed_->note_uncounted(issue, site);
  const LaneAccess lanes{event_.address, issue.mask, access.width, true, Space::distributed, site};
  const std::uint32_t good = distributed_->each_block(
      issue, lanes,
      [&](ClusterMember&, std::uint32_t rank, const MemoryRange& range, std::uint32_t in) {
        if (is_store) {
          store_lanes(issue, access, range, event_.address, in);
          const RaceAccess race =
              SharedHazards::access_of(issue, in, {}, access.width, RaceAccessKind::write);
          distributed_->note(issue, race, event_.address, rank, site, true);
        } else {
          update(issue, *atomic, range, in);
          distributed_->note_update(issue, *atomic, event_.address, in, rank, true);
        }
        each_lane(in,
                  [&](std::uint32_t lane) { complete_async(issue, use, barriers, lane, rank); });
      });
  distributed_->record(issue, site, good, event_);
}

void Atomics::use_async_values(const Issue& issue, const AsyncAccess& use) {
  block_->values.use(issue.frame, use.barrier.slot, issue.mask);
  if (use.atomic != kNoIndex) return use_values(issue, block_->image->atomics[use.atomic]);
  const MemoryAccess& access = block_->image->accesses[use.access];
  block_->values.use(issue.frame, access.address.slot, issue.mask);
  for (std::uint32_t i = 0; i < access.elements; ++i) {
    block_->values.store(issue.frame, access.slots[i], issue.mask);
  }
}

void Atomics::complete_async(const Issue& issue, const AsyncAccess& use,
                             const LaneAddresses& barriers, std::uint32_t lane,
                             std::uint32_t rank) {
  const bool is_store = use.access != kNoIndex;
  const ProgramImage& image = *block_->image;
  const MemoryAccess& access =
      image.accesses[is_store ? use.access : image.atomics[use.atomic].access];
  if (distributed_->rank_of(barriers[lane]) != rank) {
    return block_->report.add(trace::FindingKind::bad_mbarrier,
                              {issue.instruction, issue.warp.index, lane},
                              finding_text::other_mbarrier_block());
  }
  const LaneAccess object{barriers, 1u << lane,         MbarrierState::kBytes,
                          true,     Space::distributed, trace::kNone};
  distributed_->each_block(
      issue, object,
      [&](ClusterMember& member, std::uint32_t, const MemoryRange& range, std::uint32_t) {
        const std::uint32_t thread = issue.warp.index * kWarpSize + lane;
        member.mbarriers->complete_for(
            issue, lane, barriers[lane] - range.base,
            {*block_, memory_->shared.races(), agent_of(*block_, thread)},
            static_cast<std::int32_t>(access.width));
      });
}

void Atomics::update(const Issue& issue, const AtomicAccess& atomic, const MemoryRange& range,
                     std::uint32_t mask, bool is_global) {
  const MemoryAccess& access = block_->image->accesses[atomic.access];
  std::byte* const slots = issue.frame.slots;
  const std::uint32_t bytes = access.element_bytes;
  if (bytes == sizeof(WideBits)) return update_each_wide(issue, atomic, range, mask);
  NonFiniteWatch* const sums = is_sum(atomic.operation) ? block_->non_finite : nullptr;
  const AtomicOperation operation =
      is_global ? in_global_memory(atomic.operation) : atomic.operation;
  each_lane(mask, [&](std::uint32_t lane) {
    std::byte* const place = range.origin + (event_.address[lane] - range.base);
    const std::uint64_t c = atomic.c == kNoSlot ? 0 : read_slot(slots + atomic.c, bytes, lane);
    for (std::uint32_t i = 0; i < access.elements; ++i) {
      const std::uint64_t b = read_slot(slots + atomic.b[i], bytes, lane);
      const std::uint64_t old = update_atomically(operation, place + std::size_t{i} * bytes, b, c);
      if (atomic.has_result) write_slot(slots + atomic.destinations[i], bytes, lane, old);
      if (sums != nullptr) sums->look_at_sum(issue, lane, atomic.operation.type, old, b);
    }
  });
}

void Atomics::update_each_wide(const Issue& issue, const AtomicAccess& atomic,
                               const MemoryRange& range, std::uint32_t mask) {
  each_lane(mask, [&](std::uint32_t lane) {
    const auto value = [&](std::uint32_t slot) {
      return slot == kNoSlot ? WideBits{} : read_wide(issue.frame.slots + slot, lane);
    };
    std::byte* const place = range.origin + (event_.address[lane] - range.base);
    const WideBits old = update_wide(atomic.operation, place, value(atomic.b[0]), value(atomic.c));
    if (atomic.has_result) write_wide(issue.frame.slots + atomic.destinations[0], lane, old);
  });
}

}  // namespace warplens::machine
