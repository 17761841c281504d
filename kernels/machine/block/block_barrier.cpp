// Block barriers: arriving, completing, and what cannot complete.
#include <algorithm>
#include <bit>

#include "kernels/machine/block/block.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

constexpr std::uint32_t kBarriers = 16;  // PTX ISA "bar": resources 0 to 15

std::vector<std::uint32_t> threads_of(const Warp& warp, std::uint32_t lanes) {
  std::vector<std::uint32_t> threads;
  each_lane(lanes, [&](std::uint32_t lane) { threads.push_back(warp.index * kWarpSize + lane); });
  return threads;
}

}  // namespace

bool Block::barrier(Fragment& fragment, const Issue& issue) {
  const BarrierUse& use = image_->barriers[issue.code.detail];
  if (use.is_aligned && issue.mask != issue.warp.live) {
    // The rest of the warp may be on its way here; resolve_aligned() sees when it is not.
    pass_unguarded(fragment, issue);
    fragment.wait = Wait::aligned_barrier;
    return false;
  }
  pass_unguarded(fragment, issue);
  return arrive(fragment, issue);
}

bool Block::arrive(Fragment& fragment, const Issue& issue) {
  const BarrierUse& use = image_->barriers[issue.code.detail];
  Warp& warp = issue.warp;
  const std::uint32_t lane = first_lane(issue.mask);
  const std::byte* slots = issue.frame.slots;
  const auto id = static_cast<std::uint32_t>(read_slot(slots + use.id, 4, lane));
  auto count =
      use.count == kNoSlot ? 0u : static_cast<std::uint32_t>(read_slot(slots + use.count, 4, lane));
  record(issue, issue.code.site, issue.mask);
  if (tracker_ && use.predicate != kNoSlot) use_lanes(issue.frame, use.predicate, issue.mask);
  if (tracker_ && use.destination != kNoSlot) clear_lanes(issue.frame, use.destination, issue.mask);
  if (id >= kBarriers || count % kWarpSize != 0 || count > warps_.size() * kWarpSize) {
    report(Kind::deadlock, {issue.instruction, warp.index, lane},
           finding_text::bad_barrier(id, count));
    end_launch();
    return false;
  }
  if (count == warps_.size() * kWarpSize) count = 0;

  OpenBarrier& open = barriers_.at(id, count);
  if (open.arrived_threads == 0) open.instruction = issue.instruction;
  std::uint32_t& arrived = open.arrived[warp.index];
  arrived |= issue.mask;
  open.arrived_threads += static_cast<std::uint64_t>(std::popcount(issue.mask));
  // Hardware counts warps: lanes that have exited come along with the last of their warp.
  if ((warp.live & ~arrived) == 0) {
    open.arrived_threads += static_cast<std::uint64_t>(std::popcount(~warp.live));
  }
  if (use.predicate != kNoSlot) {
    const auto bits =
        *reinterpret_cast<const std::uint32_t*>(slots + use.predicate) ^ use.predicate_flip;
    open.true_count += static_cast<std::uint32_t>(std::popcount(bits & issue.mask));
    open.voters += static_cast<std::uint32_t>(std::popcount(issue.mask));
  }
  const bool waits = use.action != BarrierAction::arrive;
  if (waits) {
    fragment.wait = Wait::barrier;
    fragment.barrier = BlockBarriers::key(id, count);
  } else {
    open.has_passed = true;
    if (shared_.races() != nullptr) {
      shared_.races()->arrive(BlockBarriers::key(id, count), threads_of(warp, issue.mask));
    }
    ++fragment.pc;
  }
  check_barriers();
  return !waits;
}

void Block::resolve_aligned(Warp& warp) {
  for (std::size_t i = 0; i < warp.fragments.size(); ++i) {
    Fragment& fragment = warp.fragments[i];
    if (fragment.wait != Wait::aligned_barrier) continue;
    for (std::size_t j = i + 1; j < warp.fragments.size();) {
      const Fragment& other = warp.fragments[j];
      const bool is_same = other.wait == Wait::aligned_barrier && other.frame == fragment.frame &&
                           other.pc == fragment.pc;
      if (is_same) fragment.mask |= other.mask;
      if (is_same) warp.fragments.erase(warp.fragments.begin() + static_cast<std::ptrdiff_t>(j));
      if (!is_same) ++j;
    }
  }
  for (std::size_t i = 0; i < warp.fragments.size() && !ended_; ++i) {
    Fragment& fragment = warp.fragments[i];
    if (fragment.wait != Wait::aligned_barrier) continue;
    const FunctionImage& function = *fragment.frame->function;
    const std::uint32_t instruction = function.first_instruction + fragment.pc;
    const Issue issue{warp,        *fragment.frame, function.code[fragment.pc],
                      instruction, fragment.mask,   fragment.mask};
    if (fragment.mask != warp.live) {
      report(
          Kind::divergent_barrier, {instruction, warp.index, first_lane(fragment.mask)},
          finding_text::divergent_barrier(std::popcount(fragment.mask), std::popcount(warp.live)));
    }
    fragment.wait = Wait::none;
    static_cast<void>(arrive(fragment, issue));
  }
}

bool Block::is_complete(const OpenBarrier& barrier) const {
  if (barrier.count != 0) return barrier.arrived_threads >= barrier.count;
  std::uint32_t any = 0;
  for (std::size_t i = 0; i < warps_.size(); ++i) {
    if ((warps_[i].live & ~barrier.arrived[i]) != 0) return false;
    any |= barrier.arrived[i];
  }
  return any != 0;
}

void Block::check_barriers() {
  auto& open = barriers_.open();
  for (auto barrier = open.begin(); barrier != open.end();) {
    if (!is_complete(barrier->second)) {
      ++barrier;
      continue;
    }
    complete(barrier->second, barrier->first);
    barrier = open.erase(barrier);
  }
}

void Block::complete(OpenBarrier& barrier, std::uint32_t key) {
  order_across(barrier, key);
  for (Warp& warp : warps_) {
    for (Fragment& fragment : warp.fragments) {
      if (fragment.wait != Wait::barrier || fragment.barrier != key) continue;
      const Decoded& code = fragment.frame->function->code[fragment.pc];
      give_result(barrier, image_->barriers[code.detail], fragment);
      fragment.wait = Wait::none;
      ++fragment.pc;
    }
  }
}

void Block::give_result(const OpenBarrier& barrier, const BarrierUse& use,
                        const Fragment& fragment) {
  if (use.destination == kNoSlot) return;
  std::byte* slot = fragment.frame->slots + use.destination;
  if (use.action == BarrierAction::count) {
    each_lane(fragment.mask,
              [&](std::uint32_t lane) { write_slot(slot, 4, lane, barrier.true_count); });
    return;
  }
  const bool value = use.action == BarrierAction::conjunction ? barrier.true_count == barrier.voters
                                                              : barrier.true_count != 0;
  auto& bits = *reinterpret_cast<std::uint32_t*>(slot);
  bits = value ? bits | fragment.mask : bits & ~fragment.mask;
}

// What the arriving threads did before they arrived comes before what the waiting ones do next.
// Those that went on have been noted when they arrived; those that exited instead count as arrived.
void Block::order_across(const OpenBarrier& barrier, std::uint32_t key) {
  RaceDetector* races = shared_.races();
  if (races == nullptr) return;
  if (barrier.count == 0 && !barrier.has_passed) return races->block_barrier();
  std::vector<std::uint32_t> waiting;
  for (const Warp& warp : warps_) {
    std::uint32_t lanes = 0;
    for (const Fragment& fragment : warp.fragments) {
      if (fragment.wait == Wait::barrier && fragment.barrier == key) lanes |= fragment.mask;
    }
    const std::uint32_t present = warp.index + 1 < warps_.size()
                                      ? ~0u
                                      : ~0u >> (kWarpSize * warps_.size() - launch_->threads);
    const std::uint32_t arrived = barrier.arrived[warp.index];
    const std::uint32_t exited = present & ~warp.live & ~arrived;
    const bool counts_exited = barrier.count == 0 || arrived != 0;
    races->arrive(key, threads_of(warp, lanes | (counts_exited ? exited : 0)));
    const auto threads = threads_of(warp, lanes);
    waiting.insert(waiting.end(), threads.begin(), threads.end());
  }
  races->complete_phase(key);
  races->wait(key, waiting);
}

void Block::report_deadlock() {
  for (const auto& [key, barrier] : barriers_.open()) {
    const std::uint32_t warp = static_cast<std::uint32_t>(
        std::ranges::find_if(barrier.arrived, [](std::uint32_t lanes) { return lanes != 0; }) -
        barrier.arrived.begin());
    std::uint64_t arrived = barrier.arrived_threads;
    for (const Warp& other : warps_) {
      if (barrier.count == 0 && other.live == 0) {
        arrived += std::min(kWarpSize, launch_->threads - other.index * kWarpSize);
      }
    }
    const std::uint64_t expected = barrier.count == 0 ? launch_->threads : barrier.count;
    report(Kind::deadlock, {barrier.instruction, warp, first_lane(barrier.arrived[warp])},
           finding_text::stuck_barrier(barrier.id, std::min(arrived, expected), expected));
  }
  for (Warp& warp : warps_) {
    for (const Fragment& fragment : warp.fragments) {
      if (fragment.wait != Wait::warp_operation) continue;
      const std::uint32_t instruction = fragment.frame->function->first_instruction + fragment.pc;
      report(Kind::deadlock, {instruction, warp.index, first_lane(fragment.mask)},
             finding_text::stuck_lanes(std::popcount(fragment.mask), std::popcount(warp.live)));
    }
  }
}

}  // namespace warplens::machine
