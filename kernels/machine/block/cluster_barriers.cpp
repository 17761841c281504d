#include "kernels/machine/block/cluster_barriers.h"

#include <algorithm>
#include <bit>
#include <utility>
#include <vector>

#include "kernels/machine/block/block_memory.h"
#include "kernels/machine/launch/barrier_records.h"
#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/program/shared_order.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;

// Apart from the names of all other barriers (OpenBarriers::key, mbarriers.cpp, agents.h).
constexpr std::uint64_t kBarrierName = std::uint64_t{1} << 36;
constexpr std::uint64_t kExitName = std::uint64_t{1} << 37;

// A place that strong accesses go through: who arrives relaxed tells what it has fenced before.
LaneAddresses barrier_place(const Cluster& cluster, std::uint32_t phase) {
  LaneAddresses place;
  place.fill(std::uint64_t{1} << 62 | cluster.index() << 4 | std::uint64_t{phase % 2} << 2);
  return place;
}

std::vector<std::uint32_t> threads_in(std::uint32_t warp, std::uint32_t lanes) {
  std::vector<std::uint32_t> threads;
  each_lane(lanes, [&](std::uint32_t lane) { threads.push_back(warp * kWarpSize + lane); });
  return threads;
}

}  // namespace

bool ClusterBarriers::execute(const Issue& issue) {
  const ClusterBarrierUse& use = block_->image->cluster_barriers[issue.code.detail];
  block_->events.record_barrier(issue);
  pass_unguarded(issue);
  if (use.waits) return wait(issue);
  arrive(issue, use);
  ++issue.fragment.pc;
  complete(issue);
  return true;
}

void ClusterBarriers::arrive(const Issue& issue, const ClusterBarrierUse& use) {
  record(BarrierStep::cluster_arrive, issue);
  const std::uint32_t warp = issue.warp.index;
  const std::uint32_t twice = (own().arrived[warp] | own().passed[warp]) & issue.mask;
  if (twice != 0) {
    block_->report.add(FindingKind::undefined_sync, {issue.instruction, warp, first_lane(twice)},
                       finding_text::arrives_twice_at_cluster());
  }
  own().passed[warp] &= ~issue.mask;
  own().arrived[warp] |= issue.mask;
  const LaneAddresses place = barrier_place(*block_->cluster, block_->cluster->phase());
  const StrongAccess told{.warp = warp,
                          .lanes = issue.mask,
                          .addresses = &place,
                          .writes = true,
                          .updates = true,
                          .releases = use.releases};
  if (block_->order != nullptr) block_->order->strong_access(told);
  BlockRaces* const races = memory_->shared.races();
  if (races == nullptr) return;
  if (use.releases) {
    races->arrive_at(0, kBarrierName, threads_in(warp, issue.mask));
  } else {
    races->strong_access(told);
  }
}

bool ClusterBarriers::wait(const Issue& issue) {
  const std::uint32_t warp = issue.warp.index;
  const std::uint32_t missing = issue.mask & ~(own().arrived[warp] | own().passed[warp]);
  if (missing != 0) {
    block_->report.add(FindingKind::undefined_sync, {issue.instruction, warp, first_lane(missing)},
                       finding_text::waits_without_arriving());
  }
  const bool must_wait = (own().arrived[warp] & issue.mask) != 0;
  record(BarrierStep::cluster_wait, issue, !must_wait);
  if (must_wait) {
    issue.fragment.wait = Wait::cluster_barrier;
    return false;
  }
  own().passed[warp] &= ~issue.mask;
  acquire(own(), *block_->cluster, warp, issue.mask);
  ++issue.fragment.pc;
  return true;
}

void ClusterBarriers::acquire(ClusterMember& member, const Cluster& cluster, std::uint32_t warp,
                              std::uint32_t lanes) {
  const LaneAddresses place = barrier_place(cluster, cluster.phase() - 1);
  const StrongAccess seen{
      .warp = warp, .lanes = lanes, .addresses = &place, .reads = true, .acquires = true};
  if (member.context->order != nullptr) member.context->order->strong_access(seen);
  BlockRaces* const races = member.memory->shared.races();
  if (races == nullptr) return;
  races->wait_at(0, kBarrierName, threads_in(warp, lanes));
  races->strong_access(seen);
}

void ClusterBarriers::complete(const Issue& issue) {
  std::uint32_t any = 0;
  for (const ClusterMember& member : block_->cluster->members()) {
    for (std::size_t i = 0; i < member.warps.size() && !member.has_exited(); ++i) {
      if ((member.warps[i].live & ~member.arrived[i]) != 0) return;
      any |= member.arrived[i];
    }
  }
  if (any != 0) release(issue);
}

void ClusterBarriers::release(const Issue& issue) {
  Cluster& cluster = *block_->cluster;
  record(BarrierStep::cluster_meet, issue);
  cluster.complete_phase();
  complete_phase_of_races();
  for (ClusterMember& member : cluster.members()) {
    for (std::size_t i = 0; i < member.arrived.size(); ++i) {
      member.passed[i] |= std::exchange(member.arrived[i], 0);
    }
    if (!member.has_exited()) wake(member);
  }
}

void ClusterBarriers::complete_phase_of_races() {
  const bool is_one = block_->cluster->races() != nullptr;
  for (const ClusterMember& member : block_->cluster->members()) {
    const bool has_own = is_one ? &member == &own() : !member.has_exited();
    BlockRaces* const races = has_own ? member.memory->shared.races() : nullptr;
    if (races != nullptr) races->complete_phase_at(0, kBarrierName);
  }
}

void ClusterBarriers::wake(ClusterMember& member) {
  for (Warp& warp : member.warps) {
    for (Fragment& fragment : warp.fragments) {
      if (fragment.wait != Wait::cluster_barrier) continue;
      fragment.wait = Wait::none;
      ++fragment.pc;
      member.passed[warp.index] &= ~fragment.mask;
      acquire(member, *block_->cluster, warp.index, fragment.mask);
    }
  }
}

void ClusterBarriers::exit(const Issue& issue, const Warp& warp, std::uint32_t lanes) {
  if (block_->cluster == nullptr) return;
  if (BlockRaces* const races = memory_->shared.races()) {
    const std::vector<std::uint32_t> threads = threads_in(warp.index, lanes);
    races->arrive_at(0, kBarrierName, threads);
    races->arrive(kExitName, threads);
  }
  const bool is_last =
      std::ranges::all_of(warps_, [](const Warp& other) { return other.live == 0; });
  if (is_last) leave(issue, warp.index * kWarpSize + first_lane(lanes));
  complete(issue);
}

// Its shared memory is gone, as if all of it were written: whoever touches it must come before.
void ClusterBarriers::leave(const Issue& issue, std::uint32_t thread) {
  ClusterMember& member = own();
  BlockRaces* const races = memory_->shared.races();
  if (races != nullptr && member.touched_begin < member.touched_end) {
    races->complete_phase(kExitName);
    races->wait(kExitName, {&thread, 1});
    memory_->hazards.note_exit({issue.instruction, thread / kWarpSize, thread % kWarpSize},
                               member.touched_begin, member.touched_end);
  }
  member.context = nullptr;
}

bool ClusterBarriers::is_waiting() const {
  return std::ranges::any_of(warps_, [](const Warp& warp) {
    return std::ranges::any_of(warp.fragments, [](const Fragment& fragment) {
      return fragment.wait == Wait::cluster_barrier;
    });
  });
}

void ClusterBarriers::report_stuck() {
  if (!is_waiting()) return;
  std::uint64_t arrived = 0, live = 0;
  for (const ClusterMember& member : block_->cluster->members()) {
    for (std::size_t i = 0; i < member.warps.size() && !member.has_exited(); ++i) {
      live += static_cast<std::uint64_t>(std::popcount(member.warps[i].live));
      arrived += static_cast<std::uint64_t>(std::popcount(member.arrived[i]));
    }
  }
  for (Warp& warp : warps_) {
    for (Fragment& fragment : warp.fragments) {
      if (fragment.wait != Wait::cluster_barrier) continue;
      const FindingPlace place{waiting_issue(warp, fragment).instruction, warp.index,
                               first_lane(fragment.mask)};
      block_->report.add(FindingKind::deadlock, place, finding_text::stuck_cluster(arrived, live));
    }
  }
}

}  // namespace warplens::machine
