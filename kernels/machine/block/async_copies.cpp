#include "kernels/machine/block/async_copies.h"

#include <algorithm>
#include <cstring>
#include <set>
#include <vector>

#include "kernels/machine/block/agents.h"
#include "kernels/machine/block/barrier_keeper.h"
#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/block/lane_addresses.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {

using trace::Space;

void AsyncCopies::execute(const Issue& issue) {
  const AsyncCopy& detail = block_->image->copies[issue.code.detail];
  if (block_->values.is_on()) {
    block_->values.use(issue.frame, detail.destination.slot, issue.mask);
    block_->values.use(issue.frame, detail.source.slot, issue.mask);
  }
  ++block_->buffer_reads;
  compute_addresses(issue, detail.destination, event_.address2);
  take_own_offsets(block_->shared_start, event_.address2);
  const std::uint32_t inside = memory_->bounds.lanes_inside(
      issue, memory_->shared_range(),
      {event_.address2, issue.mask, detail.width, true, Space::shared, detail.site});
  compute_addresses(issue, detail.source, event_.address);
  const std::uint32_t good = find_sources(issue, detail, inside);
  block_->events.record(issue, detail.site, good, event_);
  start(issue, detail, good);
  ++issue.warp.copies_started;
}

void AsyncCopies::start(const Issue& issue, const AsyncCopy& detail, std::uint32_t lanes) {
  Warp& warp = issue.warp;
  while (lanes != 0) {
    PendingCopies& copies = warp.copies.emplace_back();
    copies.number = warp.copies_started;
    copies.group = warp.committed_groups[first_lane(lanes)];
    copies.stretch = warp.waits;
    copies.instruction = issue.instruction;
    copies.site = detail.site;
    copies.width = detail.width;
    each_lane(lanes, [&](std::uint32_t lane) {
      if (warp.committed_groups[lane] == copies.group) copies.lanes |= 1u << lane;
    });
    copies.offsets = event_.address2;
    copies.places = OwnLanes(copies.lanes, copies.offsets);
    copies.sources = sources_;
    copies.source_bytes = source_bytes_;
    begin(issue, copies);
    lanes &= ~copies.lanes;
  }
}

void AsyncCopies::begin(const Issue& issue, PendingCopies& copies) {
  SharedHazards& hazards = memory_->hazards;
  record(issue, copies);
  read_sources(copies, copies.lanes);
  std::uint32_t lands = 0;
  each_lane(copies.lanes, [&](std::uint32_t lane) {
    copies.delays[lane] = block_->landing.delay();
    if (copies.delays[lane] == 0) lands |= 1u << lane;
  });
  if (hazards.is_on()) {
    as_access(issue.warp, copies, copies.lanes,
              [&](const RaceAccess& access) { hazards.note(access, copies.site); });
    put_in_flight(issue, copies);
  }
  land(issue.warp, copies, lands);
}

void AsyncCopies::put_in_flight(const Issue& issue, PendingCopies& copies) {
  AccessesInFlight& in_flight = memory_->hazards.in_flight();
  InFlight access;
  access.access = {issue.warp.index * kWarpSize + first_lane(copies.lanes), copies.instruction,
                   RaceAccessKind::write};
  access.group = copies.group;
  copies.in_flight = in_flight.begin(access);
  each_lane(copies.lanes, [&](std::uint32_t lane) {
    in_flight.cover(copies.in_flight, lane, copies.offsets[lane], copies.width, copies.value(lane));
    if (copies.source_bytes[lane] == 0) return;
    in_flight.add_source(copies.in_flight, event_.address[lane], copies.source_bytes[lane]);
  });
}

std::uint32_t AsyncCopies::source_bytes(const Issue& issue, const AsyncCopy& detail,
                                        std::uint32_t lane) {
  if (detail.ignore_source != kNoSlot) {
    const auto ignored =
        *reinterpret_cast<const std::uint32_t*>(issue.frame.slots + detail.ignore_source);
    if (((ignored ^ detail.ignore_flip) >> lane & 1) != 0) return 0;
  }
  if (detail.source_bytes == kNoSlot) return detail.width;
  const std::uint64_t bytes = read_slot(issue.frame.slots + detail.source_bytes, 4, lane);
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(detail.width, bytes));
}

std::uint32_t AsyncCopies::find_sources(const Issue& issue, const AsyncCopy& detail,
                                        std::uint32_t lanes) {
  std::uint32_t whole = 0, good = 0;
  each_lane(lanes, [&](std::uint32_t lane) {
    const std::uint32_t bytes = source_bytes(issue, detail, lane);
    source_bytes_[lane] = static_cast<std::uint8_t>(bytes);
    if (bytes == 0) event_.address[lane] = 0;
    const bool is_good = bytes == 0 || (bytes != detail.width && find_part(issue, detail, lane));
    good |= std::uint32_t{is_good} << lane;
    whole |= std::uint32_t{bytes == detail.width} << lane;
  });
  if (whole == 0) return good;
  const LaneAccess access{event_.address, whole, detail.width, false, Space::global, detail.site};
  const std::uint32_t bad =
      memory_->bounds.each_buffer(issue, access, [&](const MemoryRange& buffer, std::uint32_t hit) {
        take_sources(issue, detail, buffer, hit);
      });
  return good | (whole & ~bad);
}

bool AsyncCopies::find_part(const Issue& issue, const AsyncCopy& detail, std::uint32_t lane) {
  const std::uint32_t bytes = source_bytes_[lane];
  const std::uint64_t address = event_.address[lane];
  const MemoryRange buffer = memory_->bounds.buffer_at(address, bytes);
  if (buffer.origin != nullptr && address % detail.width == 0) {
    take_sources(issue, detail, buffer, 1u << lane);
    return true;
  }
  memory_->bounds.report_bad(
      issue, {event_.address, issue.mask, bytes, false, Space::global, detail.site}, lane);
  return false;
}

void AsyncCopies::take_sources(const Issue& issue, const AsyncCopy& detail,
                               const MemoryRange& buffer, std::uint32_t lanes) {
  const std::uint32_t bytes = source_bytes_[first_lane(lanes)];
  if (buffer.is_exposed) memory_->global.note_copies(issue, lanes, event_.address, bytes);
  each_lane(lanes, [&](std::uint32_t lane) {
    const std::uint64_t address = event_.address[lane];
    sources_[lane] = buffer.origin + (address - buffer.base);
    if (buffer.watched == nullptr) return;
    memory_->buffers.note_copy({issue.instruction, issue.warp.index, lane, detail.site},
                               *buffer.watched, address, bytes);
  });
}

void AsyncCopies::read_sources(PendingCopies& copies, std::uint32_t lanes) {
  each_lane(lanes, [&](std::uint32_t lane) {
    const std::uint32_t bytes = copies.source_bytes[lane];
    const std::uint32_t step = bytes % 8 == 0 ? 8 : bytes % 4 == 0 ? 4 : 1;
    for (std::uint32_t i = 0; i < bytes; i += step) {
      const std::uint64_t value = read_concurrent(copies.sources[lane] + i, step);
      std::memcpy(copies.value(lane) + i, &value, step);
    }
  });
}

void AsyncCopies::land(const Warp& warp, PendingCopies& copies, std::uint32_t lanes) {
  if (lanes == 0) return;
  read_sources(copies, lanes);
  each_lane(lanes, [&](std::uint32_t lane) {
    std::memcpy(memory_->shared.data() + copies.offsets[lane], copies.value(lane), copies.width);
  });
  if (memory_->hazards.is_on()) {
    memory_->shared.mark_written(copies.places.placed(), lanes, copies.width);
  }
  copies.landed |= lanes;
  BarrierKeeper(*block_).end_access(BarrierStep::copy_lands, copies.record, warp.index, lanes);
}

void AsyncCopies::step(std::span<Warp> warps) {
  for (Warp& warp : warps) {
    for (PendingCopies& copies : warp.copies) {
      std::uint32_t lands = 0;
      each_lane(copies.lanes & ~copies.landed, [&](std::uint32_t lane) {
        std::uint32_t& delay = copies.delays[lane];
        if (delay != CopyLanding::kLate && --delay == 0) lands |= 1u << lane;
      });
      land(warp, copies, lands);
    }
  }
}

void AsyncCopies::commit(const Issue& issue) {
  each_lane(issue.mask, [&](std::uint32_t lane) { ++issue.warp.committed_groups[lane]; });
  BarrierKeeper(*block_).add_group(BarrierStep::commit, issue, AsyncGroup::copies);
}

void AsyncCopies::wait(const Issue& issue) {
  Warp& warp = issue.warp;
  const std::uint32_t groups_left = issue.code.detail;
  BarrierKeeper(*block_).add_group(BarrierStep::wait, issue, AsyncGroup::copies, groups_left);
  // cp.async.wait_all waits for what was never committed, too.
  if (groups_left == kNoIndex) return complete_all(warp, issue.mask);
  complete(warp, false, [&](const PendingCopies& copies) {
    std::uint32_t done = 0;
    each_lane(copies.lanes & issue.mask, [&](std::uint32_t lane) {
      const std::uint32_t committed = warp.committed_groups[lane];
      const bool is_done = copies.group < committed && committed - copies.group > groups_left;
      done |= std::uint32_t{is_done} << lane;
    });
    return done;
  });
  if (!memory_->hazards.is_on()) return;
  for (const PendingCopies& copies : warp.copies) {
    const std::uint32_t open = copies.lanes & issue.mask;
    if (open == 0) continue;
    InFlight& access = memory_->hazards.in_flight().at(copies.in_flight);
    access.wait = issue.instruction;
    access.groups_left = groups_left;
    access.is_committed = copies.group < warp.committed_groups[first_lane(open)];
  }
}

void AsyncCopies::complete_all(Warp& warp, std::uint32_t lanes) {
  complete(warp, false, [&](const PendingCopies& copies) { return copies.lanes & lanes; });
}

template <class LanesOf>
void AsyncCopies::complete(Warp& warp, bool by_agents, LanesOf lanes_of) {
  ++warp.waits;
  if (warp.copies.empty()) return;
  std::vector<std::uint32_t> done;
  for (const PendingCopies& copies : warp.copies) done.push_back(lanes_of(copies));
  if (block_->landing.is_together()) land_together(warp, done);
  for (std::size_t i = 0; i < done.size(); ++i) {
    if (done[i] == 0) continue;
    PendingCopies& copies = warp.copies[i];
    land(warp, copies, done[i] & ~copies.landed);
    copies.lanes &= ~done[i];
    if (memory_->hazards.is_on()) finish(warp, copies, done[i], by_agents);
  }
  std::erase_if(warp.copies, [](const PendingCopies& copies) { return copies.lanes == 0; });
}

void AsyncCopies::land_together(Warp& warp, std::span<const std::uint32_t> done) {
  std::set<std::uint32_t> stretches;
  for (std::size_t i = 0; i < done.size(); ++i) {
    if ((done[i] & ~warp.copies[i].landed) != 0) stretches.insert(warp.copies[i].stretch);
  }
  for (PendingCopies& copies : warp.copies) {
    if (stretches.contains(copies.stretch)) land(warp, copies, copies.lanes & ~copies.landed);
  }
}

void AsyncCopies::finish(Warp& warp, const PendingCopies& copies, std::uint32_t lanes,
                         bool by_agents) {
  each_lane(lanes, [&](std::uint32_t lane) {
    memory_->hazards.in_flight().uncover(copies.in_flight, copies.offsets[lane], copies.width);
  });
  const std::uint32_t of_agents = by_agents ? lanes : lanes & told_lanes(warp, copies);
  remember(warp, copies, lanes & ~of_agents, false);
  remember(warp, copies, of_agents, true);
  if (by_agents) return;
  each_lane(of_agents, [&](std::uint32_t lane) {
    order_behind_agent(memory_->shared.races(), *block_, warp.index * kWarpSize + lane);
  });
}

// Who waits at the mbarrier that was told of a copy finds it complete, whoever waited before.
std::uint32_t AsyncCopies::told_lanes(const Warp& warp, const PendingCopies& copies) const {
  std::uint32_t lanes = 0;
  for (const auto& [barrier, told] : arrivals_) {
    for (const Arrival& arrival : told) {
      if (arrival.warp == &warp && copies.number < arrival.copies) lanes |= 1u << arrival.lane;
    }
  }
  return lanes;
}

void AsyncCopies::remember(const Warp& warp, const PendingCopies& copies, std::uint32_t lanes,
                           bool by_agents) {
  SharedHazards& hazards = memory_->hazards;
  if (lanes == 0) return;
  as_access(warp, copies, lanes, [&](RaceAccess& access) {
    if (hazards.generic_writes() != nullptr) hazards.generic_writes()->note(access);
    if (by_agents) access.warp += block_->launch->warps;
    hazards.remember(access);
  });
}

void AsyncCopies::tell(Warp& warp, std::uint32_t lane, std::uint64_t barrier) {
  const Arrival arrival{&warp, lane, warp.copies_started};
  arrivals_[barrier].push_back(arrival);
  if (!memory_->hazards.is_on()) return;
  order_behind_thread(memory_->shared.races(), *block_, warp.index * kWarpSize + lane);
  for (const PendingCopies& copies : warp.copies) {
    InFlight& access = memory_->hazards.in_flight().at(copies.in_flight);
    const bool is_first = access.mbarrier == InFlight::kNoPlace;
    if (is_first && arrival.is_of(copies)) access.mbarrier = barrier;
  }
}

std::uint32_t AsyncCopies::told(std::uint64_t barrier) const {
  const auto found = arrivals_.find(barrier);
  return found == arrivals_.end() ? 0 : static_cast<std::uint32_t>(found->second.size());
}

std::vector<std::uint32_t> AsyncCopies::arrive(std::uint64_t barrier, bool all) {
  const auto found = arrivals_.find(barrier);
  if (found == arrivals_.end()) return {};
  std::vector<Arrival>& told = found->second;
  if (all) complete_told(told);
  std::vector<std::uint32_t> agents;
  std::erase_if(told, [&](const Arrival& arrival) {
    const auto is_meant = [&](const PendingCopies& copies) { return arrival.is_of(copies); };
    if (std::ranges::any_of(arrival.warp->copies, is_meant)) return false;
    agents.push_back(agent_of(*block_, arrival.warp->index * kWarpSize + arrival.lane));
    return true;
  });
  return agents;
}

void AsyncCopies::complete_told(std::span<const Arrival> arrivals) {
  std::set<Warp*> warps;
  for (const Arrival& arrival : arrivals) warps.insert(arrival.warp);
  for (Warp* const warp : warps) {
    complete(*warp, true, [&](const PendingCopies& copies) {
      std::uint32_t lanes = 0;
      for (const Arrival& arrival : arrivals) {
        if (arrival.warp == warp && arrival.is_of(copies)) lanes |= 1u << arrival.lane;
      }
      return lanes;
    });
  }
}

template <class Act>
void AsyncCopies::as_access(const Warp& warp, const PendingCopies& copies, std::uint32_t lanes,
                            Act act) {
  const PlacedLanes all = copies.places.placed();
  const OwnLanes part = all.shape->mask == lanes ? OwnLanes() : OwnLanes(lanes, copies.offsets);
  RaceAccess access;
  access.warp = warp.index;
  access.mask = lanes;
  access.lanes = all.shape->mask == lanes ? all : part.placed();
  access.width = copies.width;
  access.kind = RaceAccessKind::write;
  access.instruction = copies.instruction;
  access.values = copies.values.data();
  act(access);
}

}  // namespace warplens::machine
