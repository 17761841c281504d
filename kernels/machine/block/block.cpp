#include "kernels/machine/block/block.h"

#include <algorithm>

#include "kernels/machine/block/seeded_turns.h"

namespace warplens::machine {
namespace {

// Often enough that a cancel is felt at once, seldom enough to cost nothing.
constexpr std::uint64_t kCheckInterval = 1 << 16;

}  // namespace

Block::Block(const PreparedLaunch& launch, RunControl& control)
    : launch_(&launch),
      image_(launch.image),
      control_(&control),
      shared_(launch.warps * kWarpSize, launch.shared_bytes, launch.options->detect_races),
      warps_(launch.warps) {
  const FunctionImage& last = image_->functions.back();
  last_target_.resize(last.first_instruction + last.code.size());
}

void Block::start(std::uint64_t index, trace::BlockRecorder* recorder, bool is_tracked) {
  index_ = index;
  recorder_ = recorder;
  event_.block = static_cast<std::uint32_t>(index);
  shared_.reset();
  barriers_.start(launch_->warps);
  findings_.clear();
  printed_.clear();
  early_reads_.clear();
  racing_loads_.clear();
  candidates_.clear();
  tracker_.reset();
  if (is_tracked) tracker_.emplace();
  instructions_ = 0;
  lane_instructions_ = 0;
  ended_ = false;
  for (std::uint32_t warp = 0; warp < warps_.size(); ++warp) {
    warps_[warp].start(*launch_, index, warp, is_tracked);
  }
}

bool Block::all_exited() const {
  return std::ranges::all_of(warps_, [](const Warp& warp) { return warp.live == 0; });
}

bool Block::may_go_on(std::uint32_t instruction, const Warp& warp) {
  if (control_->stop.stop_requested() || control_->abandon.load(std::memory_order_relaxed)) {
    end_launch();
    return false;
  }
  if (instructions_ >= control_->budget) {
    report(Kind::no_end, {instruction, warp.index}, finding_text::no_end(instructions_));
    end_launch();
    return false;
  }
  next_check_ = std::min(instructions_ + kCheckInterval, control_->budget);
  return true;
}

// Runs fragments until none can go on or all have had their turn.
void Block::run_warp(Warp& warp) {
  while (!ended_) {
    Fragment* fragment = warp.pick();
    if (fragment == nullptr) {
      resolve_aligned(warp);
      fragment = warp.pick();
      if (fragment == nullptr) return;
    }
    if (fragment->turns > warp.turn) {
      warp.turn = fragment->turns;
      return;
    }
    if (tracker_) {
      run_fragment<true>(warp, *fragment);
    } else {
      run_fragment<false>(warp, *fragment);
    }
  }
}

// A load that came too early for the write it races with is one mistake, not two.
void Block::settle_early_reads() {
  findings_.append(early_reads_, racing_loads_);
  early_reads_.clear();
}

BlockStatus Block::run() {
  const BlockStatus status = run_turns();
  if (status != BlockStatus::spinning) settle_early_reads();
  return status;
}

BlockStatus Block::run_turns() {
  next_check_ = std::min(instructions_ + kCheckInterval, control_->budget);
  const Turns turns = turns_of(*launch_);
  std::uint64_t runs_left = runs_in_turn(*control_, turns);
  while (!ended_) {
    bool ran = false;
    bool all_spun = true;
    for (Warp& warp : warps_) {
      if (ended_ || !warp.can_run()) continue;
      ran = true;
      const std::uint32_t turn = warp.turn;
      run_warp(warp);
      const bool spun = warp.turn != turn;
      all_spun = all_spun && spun;
      if (ended_) break;
      if (--runs_left == 0 || (spun && is_turn_over(*control_, turns)))
        return BlockStatus::spinning;
    }
    if (ended_) break;
    if (all_exited()) return BlockStatus::finished;
    if (!ran) {
      report_deadlock();
      end_launch();
    } else if (all_spun) {
      return BlockStatus::spinning;
    }
  }
  return BlockStatus::ended;
}

}  // namespace warplens::machine
