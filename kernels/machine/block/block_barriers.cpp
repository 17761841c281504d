#include "kernels/machine/block/block_barriers.h"

#include <algorithm>
#include <bit>
#include <set>

#include "kernels/machine/block/barrier_order.h"
#include "kernels/machine/block/meetings.h"
#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

using trace::FindingKind;

constexpr std::uint32_t kBarriers = 16;  // PTX ISA "bar": resources 0 to 15

// Fragments that came to the same aligned barrier one after the other are one again.
void merge_aligned(Warp& warp) {
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
}

void add_once(std::vector<std::uint32_t>& all, std::uint32_t one) {
  if (std::ranges::find(all, one) == all.end()) all.push_back(one);
}

BarrierAction reduction_of(const BarrierUse& use) {
  return use.predicate == kNoSlot ? BarrierAction::sync : use.action;
}

// barrier.red
void write_result(const OpenBarrier& barrier, const BarrierUse& use, const Fragment& fragment) {
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

}  // namespace

void BlockBarriers::start() {
  open_.start(static_cast<std::uint32_t>(warps_.size()));
  been_behind_.clear();
  counts_.start(static_cast<std::uint32_t>(warps_.size()));
  has_told_ = false;
}

bool BlockBarriers::execute(const Issue& issue) {
  const BarrierUse& use = block_->image->barriers[issue.code.detail];
  // The rest of the warp may be on its way here; resolve_aligned() sees when it is not.
  const bool waits_for_warp = use.is_aligned && issue.mask != issue.warp.live;
  pass_unguarded(issue);
  if (!waits_for_warp) return arrive(issue);
  issue.fragment.wait = Wait::aligned_barrier;
  return false;
}

BlockBarriers::Named BlockBarriers::name_of(const Issue& issue, const BarrierUse& use) const {
  if (use.is_of_warpgroup) return warpgroup_of(issue.warp);
  const std::uint32_t lane = first_lane(issue.mask);
  const std::byte* slots = issue.frame.slots;
  Named name;
  name.id = static_cast<std::uint32_t>(read_slot(slots + use.id, 4, lane));
  if (use.count == kNoSlot) return name;
  name.count = static_cast<std::uint32_t>(read_slot(slots + use.count, 4, lane));
  return name;
}

BlockBarriers::Named BlockBarriers::warpgroup_of(const Warp& warp) const {
  const std::uint32_t group = warp.index / WgmmaMultiply::kWarps;
  const auto warps = static_cast<std::uint32_t>(warps_.size()) - group * WgmmaMultiply::kWarps;
  return {kBarriers + group, std::min(warps, WgmmaMultiply::kWarps) * kWarpSize};
}

bool BlockBarriers::is_valid(Named name) const {
  return name.id < kBarriers && name.count % kWarpSize == 0 &&
         name.count <= warps_.size() * kWarpSize;
}

bool BlockBarriers::arrive(const Issue& issue) {
  const BarrierUse& use = block_->image->barriers[issue.code.detail];
  Named name = name_of(issue, use);
  block_->events.record_barrier(issue);
  if (block_->values.is_on()) use_values(issue, use);
  if (!use.is_of_warpgroup && !is_valid(name)) {
    block_->end_launch(FindingKind::deadlock,
                       {issue.instruction, issue.warp.index, first_lane(issue.mask)},
                       finding_text::bad_barrier(name.id, name.count));
    return false;
  }
  const bool counts_all = !use.is_of_warpgroup && name.count == warps_.size() * kWarpSize;
  if (counts_all) name.count = 0;

  record_arrival(issue, use, name.id);
  OpenBarrier& barrier = open_.at(name.id, name.count);
  check_arrival(issue, use, barrier);
  barrier.is_counted = barrier.is_counted || counts_all;
  const std::uint32_t key = OpenBarriers::key(name.id, name.count);
  count_arrival(issue, use, barrier);
  const bool waits = use.action != BarrierAction::arrive;
  if (waits) {
    issue.fragment.wait = Wait::barrier;
    issue.fragment.barrier = key;
  } else {
    barrier.has_passed = true;
    order_arrival(shared_->races(), key, issue.warp, issue.mask);
    ++issue.fragment.pc;
  }
  complete();
  return !waits;
}

void BlockBarriers::use_values(const Issue& issue, const BarrierUse& use) {
  if (use.predicate != kNoSlot) block_->values.use(issue.frame, use.predicate, issue.mask);
  if (use.destination != kNoSlot) block_->values.clear(issue.frame, use.destination, issue.mask);
}

// PTX leaves this undefined ("bar"): the machine does what the hardware's counter would do.
void BlockBarriers::check_arrival(const Issue& issue, const BarrierUse& use,
                                  const OpenBarrier& barrier) {
  const FindingPlace place{issue.instruction, issue.warp.index, first_lane(issue.mask)};
  if ((barrier.arrived[issue.warp.index] & issue.mask) != 0) {
    block_->report.add(FindingKind::undefined_sync, place, finding_text::arrives_twice(barrier.id));
  }
  if (barrier.arrived_threads != 0 && barrier.reduction != reduction_of(use)) {
    block_->report.add(FindingKind::undefined_sync, place, finding_text::mixed_barrier(barrier.id));
  }
}

void BlockBarriers::count_arrival(const Issue& issue, const BarrierUse& use, OpenBarrier& barrier) {
  const Warp& warp = issue.warp;
  if (barrier.arrived_threads == 0) {
    barrier.instruction = issue.instruction;
    barrier.reduction = reduction_of(use);
  }
  const std::uint32_t meeting = meeting_in_entry(issue.frame, use.meeting);
  if (meeting != kNoIndex) add_once(barrier.meetings, meeting);
  std::uint32_t& arrived = barrier.arrived[warp.index];
  if (barrier.count == 0) counts_.arrive(warp.index, issue.instruction, arrived == 0);
  barrier.places[warp.index] = issue.instruction;
  barrier.is_met_apart = barrier.is_met_apart || issue.instruction != barrier.instruction;
  arrived |= issue.mask;
  barrier.arrived_threads += static_cast<std::uint64_t>(std::popcount(issue.mask));
  // Hardware counts warps: lanes that have exited come along with the last of their warp.
  if ((warp.live & ~arrived) == 0) {
    barrier.arrived_threads += static_cast<std::uint64_t>(std::popcount(~warp.live));
  }
  if (use.predicate == kNoSlot) return;
  const auto bits = *reinterpret_cast<const std::uint32_t*>(issue.frame.slots + use.predicate) ^
                    use.predicate_flip;
  barrier.true_count += static_cast<std::uint32_t>(std::popcount(bits & issue.mask));
  barrier.voters += static_cast<std::uint32_t>(std::popcount(issue.mask));
}

void BlockBarriers::resolve_aligned(Warp& warp) {
  merge_aligned(warp);
  if (is_split_over_reductions(warp)) return end_at_reductions(warp);
  for (std::size_t i = 0; i < warp.fragments.size() && !block_->has_ended; ++i) {
    Fragment& fragment = warp.fragments[i];
    if (fragment.wait != Wait::aligned_barrier) continue;
    if (fragment.mask != warp.live) report_divergence(warp, fragment);
    fragment.wait = Wait::none;
    static_cast<void>(arrive(waiting_issue(warp, fragment)));
  }
}

bool BlockBarriers::is_split_over_reductions(Warp& warp) const {
  std::set<std::uint32_t> instructions;
  for (Fragment& fragment : warp.fragments) {
    if (fragment.wait != Wait::aligned_barrier) continue;
    const Issue issue = waiting_issue(warp, fragment);
    const BarrierUse& use = block_->image->barriers[issue.code.detail];
    if (reduction_of(use) != BarrierAction::sync) instructions.insert(issue.instruction);
  }
  return instructions.size() > 1;
}

// Each waits for the whole warp, so that neither completes (measured on an H100).
void BlockBarriers::end_at_reductions(Warp& warp) {
  for (Fragment& fragment : warp.fragments) {
    if (fragment.wait == Wait::aligned_barrier) report_divergence(warp, fragment);
  }
  const Issue first = waiting_issue(warp, warp.fragments.front());
  block_->end_launch(FindingKind::deadlock,
                     {first.instruction, warp.index, first_lane(warp.fragments.front().mask)},
                     finding_text::split_reduction());
}

void BlockBarriers::report_divergence(Warp& warp, Fragment& waiting) {
  has_told_ = true;
  block_->report.add(
      FindingKind::divergent_barrier,
      {waiting_issue(warp, waiting).instruction, warp.index, first_lane(waiting.mask)},
      finding_text::divergent_barrier(std::popcount(waiting.mask), std::popcount(warp.live)));
}

void BlockBarriers::note_meeting(Warp& warp, const Fragment& fragment) {
  // A function that is called again leads back to its barrier.
  if (fragment.frame->caller == nullptr) {
    std::vector<std::uint32_t>& lanes = been_behind_[fragment.pc];
    lanes.resize(warps_.size());
    lanes[warp.index] |= fragment.mask;
  }
  for (Fragment& other : warp.fragments) {
    if (other.wait != Wait::aligned_barrier) continue;
    const Decoded& code = other.frame->function->code[other.pc];
    const std::uint32_t own = block_->image->barriers[code.detail].meeting;
    const bool is_behind = meeting_seen_from(*fragment.frame, *other.frame, own) == fragment.pc;
    if (is_behind) report_divergence(warp, other);
  }
}

int BlockBarriers::passed_by(const OpenBarrier& barrier) const {
  int threads = 0;
  for (const Warp& warp : warps_) {
    const std::uint32_t gone = ~warp.live & ~barrier.arrived[warp.index];
    if (gone == 0) continue;
    std::uint32_t past = 0;
    for (const std::uint32_t meeting : barrier.meetings) {
      const auto behind = been_behind_.find(meeting);
      if (behind != been_behind_.end()) past |= behind->second[warp.index] & gone;
    }
    threads += std::popcount(past);
  }
  return threads;
}

FindingPlace BlockBarriers::place_of(const OpenBarrier& barrier) {
  const auto warp = static_cast<std::uint32_t>(
      std::ranges::find_if(barrier.arrived, [](std::uint32_t lanes) { return lanes != 0; }) -
      barrier.arrived.begin());
  return {barrier.instruction, warp, first_lane(barrier.arrived[warp])};
}

void BlockBarriers::report_passed_by(const OpenBarrier& barrier) {
  if (barrier.count != 0 || been_behind_.empty()) return;
  const int threads = passed_by(barrier);
  if (threads == 0) return;
  has_told_ = true;
  block_->report.add(FindingKind::divergent_barrier, place_of(barrier),
                     finding_text::passed_barrier(threads));
}

bool BlockBarriers::is_complete(const OpenBarrier& barrier) const {
  if (barrier.count != 0) return barrier.arrived_threads >= barrier.count;
  if (barrier.is_counted && barrier.arrived_threads < warps_.size() * kWarpSize) return false;
  std::uint32_t any = 0;
  for (std::size_t i = 0; i < warps_.size(); ++i) {
    if ((warps_[i].live & ~barrier.arrived[i]) != 0) return false;
    any |= barrier.arrived[i];
  }
  return any != 0;
}

void BlockBarriers::complete() {
  auto& open = open_.open();
  for (auto barrier = open.begin(); barrier != open.end();) {
    if (!is_complete(barrier->second)) {
      ++barrier;
      continue;
    }
    release(barrier->second, barrier->first);
    barrier = open.erase(barrier);
  }
}

void BlockBarriers::release(const OpenBarrier& barrier, std::uint32_t key) {
  report_passed_by(barrier);
  record_meeting(barrier, barrier.id >= kBarriers);
  if (barrier.count == 0) counts_.complete(barrier);
  if (barrier.id >= kBarriers) complete_wgmma(barrier, key);
  if (block_->order != nullptr) block_->order->barrier();
  if (ends_epoch(barrier)) ++block_->epoch;
  order_across(shared_->races(), key, barrier, warps_, block_->launch->threads);
  for (Warp& warp : warps_) {
    for (Fragment& fragment : warp.fragments) {
      if (fragment.wait != Wait::barrier || fragment.barrier != key) continue;
      const Decoded& code = fragment.frame->function->code[fragment.pc];
      write_result(barrier, block_->image->barriers[code.detail], fragment);
      fragment.wait = Wait::none;
      ++fragment.pc;
    }
  }
}

void BlockBarriers::complete_wgmma(const OpenBarrier& barrier, std::uint32_t key) {
  const auto place = block_->image->place(barrier.instruction);
  const Decoded& code = place.function->code[place.index];
  const std::uint32_t groups_left = block_->image->barriers[code.detail].groups_left;
  wgmma_->wait(barrier.id - kBarriers, barrier.instruction, groups_left, key);
}

std::uint64_t BlockBarriers::arrived_threads(const OpenBarrier& barrier) const {
  std::uint64_t arrived = barrier.arrived_threads;
  if (barrier.count != 0 || barrier.is_counted) return arrived;
  for (const Warp& warp : warps_) {
    if (warp.live != 0) continue;
    arrived += std::min(kWarpSize, block_->launch->threads - warp.index * kWarpSize);
  }
  return arrived;
}

void BlockBarriers::finish() {
  const auto uneven = has_told_ ? std::nullopt : counts_.uneven();
  if (!uneven.has_value()) return;
  const FindingPlace place{
      .instruction = uneven->instruction, .warp = uneven->warp, .other = uneven->other};
  block_->report.add(
      FindingKind::divergent_barrier, place,
      finding_text::uneven_barrier(uneven->warps, static_cast<std::uint32_t>(warps_.size()),
                                   block_->image->code_place(uneven->other)));
}

void BlockBarriers::report_stuck() {
  for (const auto& [key, barrier] : open_.open()) {
    const std::uint64_t expected = barrier.count == 0 ? block_->launch->threads : barrier.count;
    const std::uint64_t arrived = std::min(arrived_threads(barrier), expected);
    block_->report.add(FindingKind::deadlock, place_of(barrier),
                       barrier.id >= kBarriers
                           ? finding_text::stuck_warpgroup(arrived, expected)
                           : finding_text::stuck_barrier(barrier.id, arrived, expected));
  }
}

}  // namespace warplens::machine
