#include "kernels/machine/block/block.h"

#include <algorithm>

#include "kernels/machine/block/block_fingerprint.h"
#include "kernels/machine/block/seeded_turns.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

// Often enough that a cancel is felt at once, seldom enough to cost nothing.
constexpr std::uint64_t kCheckInterval = 1 << 16;

}  // namespace

Block::Block(const PreparedLaunch& launch, RunControl& control)
    : warps_(launch.warps),
      context_(launch, control, warps_),
      memory_(context_),
      load_store_(context_, memory_),
      atomics_(context_, memory_),
      copies_(context_, memory_),
      mbarriers_(context_, memory_, copies_),
      matrices_(context_, memory_),
      warp_operations_(context_, memory_.shared),
      barriers_(context_, memory_.shared, warps_),
      branches_(context_),
      system_calls_(context_, memory_.bounds),
      calls_(context_, system_calls_) {}

void Block::start(std::uint64_t index, trace::BlockRecorder* recorder, bool is_tracked) {
  index_ = index;
  context_.start(index, recorder, is_tracked);
  memory_.shared.reset();
  const trace::SharedArray& reserved = context_.image->reserved_shared;
  memory_.shared.mark_written(reserved.offset, reserved.bytes);
  memory_.hazards.start();
  barriers_.start();
  system_calls_.start();
  instructions_ = 0;
  lane_instructions_ = 0;
  for (std::uint32_t warp = 0; warp < warps_.size(); ++warp) {
    warps_[warp].start(*context_.launch, index, warp, is_tracked);
  }
}

bool Block::all_exited() const {
  return std::ranges::all_of(warps_, [](const Warp& warp) { return warp.live == 0; });
}

bool Block::may_go_on(std::uint32_t instruction, const Warp& warp) {
  const RunControl& control = *context_.control;
  if (control.stop.stop_requested() || control.abandon.load(std::memory_order_relaxed)) {
    context_.has_ended = true;
    return false;
  }
  if (instructions_ >= control.budget) {
    context_.end_launch(trace::FindingKind::no_end, {instruction, warp.index},
                        finding_text::no_end(instructions_));
    return false;
  }
  next_check_ = std::min(instructions_ + kCheckInterval, control.budget);
  return true;
}

// Runs fragments until none can go on or all have had their turn.
void Block::run_warp(Warp& warp) {
  while (!context_.has_ended) {
    Fragment* fragment = warp.pick();
    if (fragment == nullptr) {
      barriers_.resolve_aligned(warp);
      fragment = warp.pick();
      if (fragment == nullptr) return;
    }
    if (fragment->turns > warp.turn) {
      warp.turn = fragment->turns;
      return;
    }
    if (context_.values.is_on()) {
      run_fragment<true>(warp, *fragment);
    } else {
      run_fragment<false>(warp, *fragment);
    }
  }
}

BlockStatus Block::run() {
  const BlockStatus status = run_turns();
  if (status == BlockStatus::spinning) return status;
  memory_.hazards.settle();
  context_.report.settle_early_reads();
  return status;
}

BlockStatus Block::run_turns() {
  next_check_ = std::min(instructions_ + kCheckInterval, context_.control->budget);
  const Turns turns = turns_of(*context_.launch);
  std::uint64_t runs_left = runs_in_turn(*context_.control, turns);
  while (!context_.has_ended) {
    bool ran = false;
    bool all_spun = true;
    for (Warp& warp : warps_) {
      if (context_.has_ended || !warp.can_run()) continue;
      ran = true;
      const std::uint32_t turn = warp.turn;
      run_warp(warp);
      const bool spun = warp.turn != turn;
      all_spun = all_spun && spun;
      if (context_.has_ended) break;
      if (--runs_left == 0 || (spun && is_turn_over(*context_.control, turns)))
        return BlockStatus::spinning;
    }
    if (context_.has_ended) break;
    if (all_exited()) return BlockStatus::finished;
    if (!ran) {
      barriers_.report_stuck();
      warp_operations_.report_stuck(warps_);
      context_.has_ended = true;
    } else if (all_spun) {
      return BlockStatus::spinning;
    }
  }
  return BlockStatus::ended;
}

std::uint64_t Block::fingerprint() {
  return fingerprint_of(warps_, barriers_.open(), memory_.shared);
}

void Block::report_standstill() {
  for (Warp& warp : warps_) {
    for (Fragment& fragment : warp.fragments) {
      if (fragment.wait != Wait::none) continue;
      return context_.end_launch(
          trace::FindingKind::no_end,
          {waiting_issue(warp, fragment).instruction, warp.index, first_lane(fragment.mask)},
          finding_text::never_ends());
    }
  }
}

}  // namespace warplens::machine
