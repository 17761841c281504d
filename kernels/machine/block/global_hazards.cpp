#include "kernels/machine/block/global_hazards.h"

#include <array>
#include <cstddef>
#include <cstring>

#include "kernels/machine/block/access_bounds.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/program/shared_order.h"

namespace warplens::machine {
namespace {

// For threads of the same block.
GlobalUse own_use_of(const MemoryAccess& access, bool is_store) {
  const bool is_weak =
      access.shared_kind == RaceAccessKind::read || access.shared_kind == RaceAccessKind::write;
  if (!is_weak || access.is_guess) return GlobalUse::strong;
  return is_store ? GlobalUse::write : GlobalUse::read;
}

GlobalUse use_of(const MemoryAccess& access, bool is_store) {
  const GlobalUse own = own_use_of(access, is_store);
  if (!access.is_of_block || access.is_guess) return own;
  return is_store ? GlobalUse::write : GlobalUse::read;
}

RaceAccessKind kind_of(GlobalUse use) {
  if (use == GlobalUse::strong) return RaceAccessKind::atomic;
  return use == GlobalUse::write ? RaceAccessKind::write : RaceAccessKind::read;
}

// Whether the lane's store changes nothing.
bool stores_what_is_there(const Issue& issue, const MemoryAccess& access,
                          const LaneAddresses& addresses, const MemoryRange& buffer,
                          std::uint32_t lane) {
  std::array<std::byte, 32> value{};
  const LaneAddresses start{};
  for (std::uint32_t i = 0; i < access.elements; ++i) {
    access.alone.store(value.data() + std::size_t{i} * access.element_bytes, 0, start,
                       issue.frame.slots + access.slots[i], 1u << lane);
  }
  const std::byte* const place = buffer.origin + (addresses[lane] - buffer.base);
  return std::memcmp(value.data(), place, access.width) == 0;
}

bool changes_value(std::uint32_t) { return false; }

StrongAccess strong_access(std::uint32_t warp, std::uint32_t ordering, std::uint32_t lanes,
                           const LaneAddresses& addresses, std::uint32_t width) {
  return {.warp = warp,
          .lanes = lanes,
          .addresses = &addresses,
          .width = width,
          .reads = (ordering & kReadsStrongly) != 0,
          .writes = (ordering & kWritesStrongly) != 0,
          .updates = (ordering & kUpdates) != 0,
          .acquires = (ordering & kAcquires) != 0,
          .releases = (ordering & kReleases) != 0};
}

}  // namespace

void GlobalHazards::start(std::uint64_t block) {
  touched_.clear();
  screen_.start();
  suspects_.clear();
  epoch_ = block_->epoch;
  threads_.start(block);
}

void GlobalHazards::settle() {
  if (block_->control->finds_suspects) {
    screen_.end_epoch();
    suspects_ = screen_.suspects();
  }
  threads_.settle();
}

ThreadScreen& GlobalHazards::screen() {
  if (epoch_ != block_->epoch) {
    epoch_ = block_->epoch;
    screen_.end_epoch();
  }
  return screen_;
}

void GlobalHazards::note_own(const GlobalAccess& access, const OwnAccess& own) {
  if (block_->control->finds_suspects) {
    const OwnLanes lanes(access.mask, *access.addresses);
    screen().add(own.buffer, lanes.placed(), access.mask, access.width, own.use, access.warp);
  } else if (threads_.is_on()) {
    RaceAccess race;
    race.warp = access.warp;
    race.mask = access.mask;
    race.width = access.width;
    race.kind = kind_of(own.use);
    race.instruction = access.instruction;
    race.values = own.values;
    race.first_load = own.first_load;
    threads_.note(race, *access.addresses, own.elements, own.site);
  }
}

void GlobalHazards::note_access(const Issue& issue, const MemoryAccess& access,
                                const LaneAccess& lanes, std::uint32_t mask,
                                const MemoryRange& buffer, std::uint64_t first_load) {
  const GlobalUse use = use_of(access, lanes.is_store);
  const bool observes = use == GlobalUse::strong && !lanes.is_store && !access.is_guess;
  const auto kind = lanes.is_store ? RaceAccessKind::write : RaceAccessKind::read;
  const GlobalAccess noted{
      issue.warp.index, mask, &lanes.addresses, lanes.width, issue.instruction, use, kind,
      observes};
  note(noted, [&](std::uint32_t lane) {
    return stores_what_is_there(issue, access, lanes.addresses, buffer, lane);
  });
  const bool wants_values = lanes.is_store && threads_.is_on();
  note_own(noted,
           {own_use_of(access, lanes.is_store), buffer.base, lanes.site,
            wants_values ? values_.of(issue, access, mask) : nullptr, access.elements, first_load});
}

bool GlobalHazards::note_lanes(const Issue& issue, const MemoryAccess& access, bool is_store,
                               const PlacedLanes& lanes, const MemoryRange& buffer) {
  if (block_->order != nullptr || threads_.is_on()) return false;
  const RunControl& control = *block_->control;
  const std::uint32_t mask = lanes.shape->mask;
  if (control.keeps_touched) touched_.add(lanes, mask, access.width, use_of(access, is_store));
  if (control.finds_suspects) {
    screen().add(buffer.base, lanes, mask, access.width, own_use_of(access, is_store),
                 issue.warp.index);
  }
  return true;
}

void GlobalHazards::note_update(const Issue& issue, const AtomicAccess& atomic,
                                const LaneAccess& lanes, std::uint32_t mask,
                                const MemoryRange& buffer) {
  const bool is_of_block = block_->image->accesses[atomic.access].is_of_block;
  const GlobalUse use = is_of_block ? GlobalUse::write : GlobalUse::strong;
  const GlobalAccess noted{
      issue.warp.index,  mask, &lanes.addresses,       lanes.width,
      issue.instruction, use,  RaceAccessKind::atomic, atomic.has_result && !is_of_block};
  note(noted, changes_value);
  note_own(noted, {GlobalUse::strong, buffer.base, lanes.site});
}

void GlobalHazards::note_copies(const Issue& issue, std::uint32_t mask,
                                const LaneAddresses& addresses, std::uint32_t bytes) {
  note({issue.warp.index, mask, &addresses, bytes, issue.instruction, GlobalUse::read,
        RaceAccessKind::read},
       changes_value);
}

void GlobalHazards::note_bulk_write(const Issue& issue, std::uint32_t mask,
                                    const LaneAddresses& addresses, std::uint32_t bytes,
                                    const MemoryRange& buffer, bool is_update) {
  const GlobalUse use = is_update ? GlobalUse::strong : GlobalUse::write;
  const GlobalAccess noted{issue.warp.index,
                           mask,
                           &addresses,
                           bytes,
                           issue.instruction,
                           use,
                           is_update ? RaceAccessKind::atomic : RaceAccessKind::write};
  note(noted, changes_value);
  note_own(noted, {use, buffer.base, trace::kNone});
}

void GlobalHazards::note(const GlobalAccess& access, const GlobalRaces::KeepsValue& keeps_value) {
  if (block_->order == nullptr) {
    if (!block_->control->keeps_touched) return;
    return touched_.add(*access.addresses, access.mask, access.width, access.use);
  }
  block_->control->global_races->note(*block_->order, access, keeps_value);
}

void GlobalHazards::order(const Issue& issue, std::uint32_t lanes, const LaneAddresses& addresses,
                          std::uint32_t width, trace::Space space) {
  const std::uint32_t ordering = issue.code.operands[kOptionPlace];
  if (block_->order == nullptr || ordering == kOrdersNothing || lanes == 0) return;
  if (space == trace::Space::shared && block_->cluster != nullptr) {
    order_through_block(issue, ordering, lanes, addresses, width, block_->order->block());
  }
  // Within the block nothing is missing, so that whatever may order its warps does.
  if (space == trace::Space::shared || (ordering & kOfBlock) != 0) return block_->order->barrier();
  block_->order->strong_access(strong_access(issue.warp.index, ordering, lanes, addresses, width));
}

void GlobalHazards::order_through_block(const Issue& issue, std::uint32_t ordering,
                                        std::uint32_t lanes, const LaneAddresses& offsets,
                                        std::uint32_t width, std::uint64_t block) {
  if (block_->order == nullptr || (ordering & kOfBlock) != 0) return;
  LaneAddresses places = offsets;
  for (std::uint64_t& place : places) place |= kSharedPlace | block << 24;
  block_->order->strong_access(strong_access(issue.warp.index, ordering, lanes, places, width));
}

void GlobalHazards::fence(const Issue& issue) {
  const std::uint32_t ordering = issue.code.operands[kOptionPlace];
  if (block_->order == nullptr || (ordering & kOfBlock) != 0) return;
  block_->order->fence(issue.warp.index, {.acquires = (ordering & kAcquires) != 0,
                                          .releases = (ordering & kReleases) != 0});
}

}  // namespace warplens::machine
