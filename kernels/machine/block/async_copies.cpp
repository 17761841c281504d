#include "kernels/machine/block/async_copies.h"

#include <algorithm>
#include <cstring>
#include <vector>

#include "kernels/machine/block/agents.h"
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
  const std::uint32_t inside = memory_->bounds.lanes_inside(
      issue, memory_->shared_range(),
      {event_.address2, issue.mask, detail.width, true, Space::shared, detail.site});
  compute_addresses(issue, detail.source, event_.address);
  const std::size_t first = issue.warp.copies.size();
  std::uint32_t good = 0;
  each_lane(inside, [&](std::uint32_t lane) {
    PendingCopy copy;
    copy.number = issue.warp.copies_started;
    copy.lane = lane;
    copy.group = issue.warp.committed_groups[lane];
    copy.instruction = issue.instruction;
    copy.site = detail.site;
    copy.offset = static_cast<std::uint32_t>(event_.address2[lane]);
    copy.width = detail.width;
    if (!find_source(issue, detail, lane, copy)) return;
    issue.warp.copies.push_back(copy);
    good |= 1u << lane;
  });
  ++issue.warp.copies_started;
  block_->events.record(issue, detail.site, good, event_);
  begin(issue, std::span(issue.warp.copies).subspan(first));
}

void AsyncCopies::begin(const Issue& issue, std::span<PendingCopy> copies) {
  SharedHazards& hazards = memory_->hazards;
  for (PendingCopy& copy : copies) {
    read_source(copy);
    copy.delay = block_->landing.delay();
  }
  each_access(issue.warp, copies,
              [&](const RaceAccess& access, std::uint32_t site) { hazards.note(access, site); });
  if (hazards.is_on()) put_in_flight(issue, copies);
  for (PendingCopy& copy : copies) {
    if (copy.delay == 0) land(copy);
  }
}

// Those of one group are one access.
void AsyncCopies::put_in_flight(const Issue& issue, std::span<PendingCopy> copies) {
  AccessesInFlight& in_flight = memory_->hazards.in_flight();
  const PendingCopy* last = nullptr;
  for (PendingCopy& copy : copies) {
    if (last == nullptr || last->group != copy.group) {
      InFlight access;
      access.access = {issue.warp.index * kWarpSize + copy.lane, copy.instruction,
                       RaceAccessKind::write};
      access.group = copy.group;
      copy.in_flight = in_flight.begin(access);
    } else {
      copy.in_flight = last->in_flight;
    }
    last = &copy;
    in_flight.cover(copy.in_flight, copy.lane, copy.offset, copy.width, copy.bytes);
    if (copy.source_bytes != 0) {
      in_flight.add_source(copy.in_flight, copy.source_address, copy.source_bytes);
    }
  }
}

std::uint64_t AsyncCopies::source_bytes(const Issue& issue, const AsyncCopy& detail,
                                        std::uint32_t lane) {
  if (detail.ignore_source != kNoSlot) {
    const auto ignored =
        *reinterpret_cast<const std::uint32_t*>(issue.frame.slots + detail.ignore_source);
    if (((ignored ^ detail.ignore_flip) >> lane & 1) != 0) return 0;
  }
  const std::uint64_t width = detail.width;
  if (detail.source_bytes == kNoSlot) return width;
  return std::min(width, read_slot(issue.frame.slots + detail.source_bytes, 4, lane));
}

bool AsyncCopies::find_source(const Issue& issue, const AsyncCopy& detail, std::uint32_t lane,
                              PendingCopy& copy) {
  const auto bytes = static_cast<std::uint32_t>(source_bytes(issue, detail, lane));
  if (bytes == 0) {
    event_.address[lane] = 0;
    return true;
  }
  const std::uint64_t address = event_.address[lane];
  const MemoryRange buffer = memory_->bounds.buffer_at(address, bytes);
  if (buffer.origin == nullptr || address % detail.width != 0) {
    memory_->bounds.report_bad(
        issue, {event_.address, issue.mask, bytes, false, Space::global, detail.site}, lane);
    return false;
  }
  if (buffer.is_exposed) memory_->global.note_copy(issue, lane, address, bytes);
  if (buffer.watched != nullptr) {
    memory_->buffers.note_copy({issue.instruction, issue.warp.index, lane, detail.site},
                               *buffer.watched, address, bytes);
  }
  copy.source = buffer.origin + (address - buffer.base);
  copy.source_address = address;
  copy.source_bytes = bytes;
  return true;
}

void AsyncCopies::read_source(PendingCopy& copy) {
  const std::uint32_t step = copy.source_bytes % 8 == 0 ? 8 : copy.source_bytes % 4 == 0 ? 4 : 1;
  for (std::uint32_t i = 0; i < copy.source_bytes; i += step) {
    const std::uint64_t value = read_concurrent(copy.source + i, step);
    std::memcpy(copy.bytes + i, &value, step);
  }
}

void AsyncCopies::land(PendingCopy& copy) {
  read_source(copy);
  std::memcpy(memory_->shared.data() + copy.offset, copy.bytes, copy.width);
  if (memory_->hazards.is_on()) memory_->shared.mark_written(copy.offset, copy.width);
  copy.has_landed = true;
}

void AsyncCopies::step(std::span<Warp> warps) {
  for (Warp& warp : warps) {
    for (PendingCopy& copy : warp.copies) {
      if (!copy.has_landed && copy.delay != CopyLanding::kLate && --copy.delay == 0) land(copy);
    }
  }
}

void AsyncCopies::commit(const Issue& issue) {
  each_lane(issue.mask, [&](std::uint32_t lane) { ++issue.warp.committed_groups[lane]; });
}

void AsyncCopies::wait(const Issue& issue) {
  Warp& warp = issue.warp;
  const std::uint32_t groups_left = issue.code.detail;
  // cp.async.wait_all waits for what was never committed, too.
  if (groups_left == kNoIndex) return complete_all(warp, issue.mask);
  complete(warp, false, [&](const PendingCopy& copy) {
    const std::uint32_t committed = warp.committed_groups[copy.lane];
    return (issue.mask >> copy.lane & 1) != 0 && copy.group < committed &&
           copy.group + groups_left < committed;
  });
  if (!memory_->hazards.is_on()) return;
  for (const PendingCopy& copy : warp.copies) {
    if ((issue.mask >> copy.lane & 1) == 0) continue;
    InFlight& access = memory_->hazards.in_flight().at(copy.in_flight);
    access.wait = issue.instruction;
    access.groups_left = groups_left;
    access.is_committed = copy.group < warp.committed_groups[copy.lane];
  }
}

void AsyncCopies::complete_all(Warp& warp, std::uint32_t lanes) {
  complete(warp, false, [&](const PendingCopy& copy) { return (lanes >> copy.lane & 1) != 0; });
}

template <class IsDone>
void AsyncCopies::complete(Warp& warp, bool by_agents, IsDone is_done) {
  if (warp.copies.empty()) return;
  std::vector<PendingCopy> done;
  for (PendingCopy& copy : warp.copies) {
    if (!is_done(copy)) continue;
    if (!copy.has_landed) land(copy);
    done.push_back(copy);
  }
  if (done.empty()) return;
  std::erase_if(warp.copies, is_done);
  SharedHazards& hazards = memory_->hazards;
  if (!hazards.is_on()) return;
  for (const PendingCopy& copy : done) {
    hazards.in_flight().uncover(copy.in_flight, copy.offset, copy.width);
  }
  const auto is_own = [&](const PendingCopy& copy) { return !by_agents && !is_told(warp, copy); };
  const auto by_threads = std::stable_partition(done.begin(), done.end(), is_own);
  const std::span of_agents(by_threads, done.end());
  remember(warp, {done.begin(), by_threads}, false);
  remember(warp, of_agents, true);
  if (by_agents) return;
  for (const PendingCopy& copy : of_agents)
    order_behind_agent(memory_->shared.races(), *block_, warp.index * kWarpSize + copy.lane);
}

// Who waits at the mbarrier that was told of a copy finds it complete, whoever waited before.
bool AsyncCopies::is_told(const Warp& warp, const PendingCopy& copy) const {
  return std::ranges::any_of(arrivals_, [&](const auto& told) {
    return std::ranges::any_of(told.second, [&](const Arrival& arrival) {
      return arrival.warp == &warp && arrival.is_of(copy);
    });
  });
}

void AsyncCopies::remember(const Warp& warp, std::span<const PendingCopy> copies, bool by_agents) {
  SharedHazards& hazards = memory_->hazards;
  each_access(warp, copies, [&](RaceAccess& access, std::uint32_t) {
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
  for (const PendingCopy& copy : warp.copies) {
    InFlight& access = memory_->hazards.in_flight().at(copy.in_flight);
    const bool is_first = access.mbarrier == InFlight::kNoPlace;
    if (is_first && arrival.is_of(copy)) access.mbarrier = barrier;
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
    const auto is_meant = [&](const PendingCopy& copy) { return arrival.is_of(copy); };
    if (std::ranges::any_of(arrival.warp->copies, is_meant)) return false;
    agents.push_back(agent_of(*block_, arrival.warp->index * kWarpSize + arrival.lane));
    return true;
  });
  return agents;
}

void AsyncCopies::complete_told(std::span<const Arrival> arrivals) {
  std::map<Warp*, std::array<std::uint32_t, kWarpSize>> told_of;  // copies of each lane
  for (const Arrival& arrival : arrivals) {
    std::uint32_t& copies = told_of[arrival.warp][arrival.lane];
    copies = std::max(copies, arrival.copies);
  }
  for (const auto& [warp, copies] : told_of) {
    complete(*warp, true, [&](const PendingCopy& copy) { return copy.number < copies[copy.lane]; });
  }
}

template <class Act>
void AsyncCopies::each_access(const Warp& warp, std::span<const PendingCopy> copies, Act act) {
  if (!memory_->hazards.is_on()) return;
  for (std::size_t i = 0; i < copies.size();) {
    LaneAddresses offsets{};
    RaceAccess access;
    const PendingCopy& first = copies[i];
    for (; i < copies.size() && copies[i].number == first.number; ++i) {
      const PendingCopy& copy = copies[i];
      access.mask |= 1u << copy.lane;
      offsets[copy.lane] = copy.offset;
      std::memcpy(values_.data() + std::size_t{copy.lane} * copy.width, copy.bytes, copy.width);
    }
    access.warp = warp.index;
    const OwnLanes lanes(access.mask, offsets);
    access.lanes = lanes.placed();
    access.width = first.width;
    access.kind = RaceAccessKind::write;
    access.instruction = first.instruction;
    access.values = values_.data();
    act(access, first.site);
  }
}

}  // namespace warplens::machine
