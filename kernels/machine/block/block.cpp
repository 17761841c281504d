#include "kernels/machine/block/block.h"

#include <algorithm>

#include "kernels/base/stopped.h"
#include "kernels/machine/block/block_fingerprint.h"
#include "kernels/machine/block/seeded_turns.h"
#include "kernels/machine/operations/address_windows.h"
#include "kernels/machine/operations/lanes.h"

namespace warplens::machine {
namespace {

// Often enough that a cancel is felt at once, seldom enough to cost nothing.
constexpr std::uint64_t kCheckInterval = 1 << 16;

std::size_t instruction_count(const ProgramImage& image) {
  const FunctionImage& last = image.functions.back();
  return last.first_instruction + last.code.size();
}

}  // namespace

Block::Block(const PreparedLaunch& launch, RunControl& control)
    : warps_(launch.warps),
      context_(launch, control, warps_),
      memory_(context_),
      distributed_(context_, memory_),
      load_store_(context_, memory_, distributed_),
      atomics_(context_, memory_, distributed_),
      copies_(context_, memory_),
      tma_copies_(context_, memory_, distributed_),
      tensor_map_edits_(context_, memory_),
      tensor_pipe_(context_, memory_),
      mbarriers_(context_, memory_, copies_, tma_copies_, tensor_pipe_, distributed_),
      matrices_(context_, memory_),
      wmma_accesses_(context_, load_store_, matrices_),
      wgmma_matrices_(context_, memory_, warps_),
      tensor_allocations_(context_, memory_),
      tensor_moves_(context_, memory_, warps_),
      tensor_multiplies_(context_, memory_, tensor_pipe_),
      tensor_copies_(context_, memory_, tensor_pipe_),
      warp_operations_(context_, memory_.shared),
      barriers_(context_, memory_.shared, wgmma_matrices_, warps_),
      cluster_barriers_(context_, memory_, warps_),
      branches_(context_),
      stack_moves_(context_),
      textures_(context_, memory_),
      surfaces_(context_, memory_, load_store_, atomics_),
      system_calls_(context_, memory_.bounds),
      calls_(context_, system_calls_) {
  if (launch.options->finds_non_finite) context_.non_finite = &non_finite_.emplace(context_);
  if (launch.options->counts_launch) executions_.resize(instruction_count(*launch.image));
}

void Block::start(std::uint64_t index, trace::BlockRecorder* recorder, bool is_tracked) {
  index_ = index;
  context_.start(index, recorder, is_tracked);
  memory_.shared.reset();
  const trace::SharedArray& reserved = context_.image->reserved_shared;
  memory_.shared.mark_written(reserved.offset, reserved.bytes);
  memory_.hazards.start();
  memory_.buffers.start();
  memory_.global.start(index);
  memory_.stale.start();
  barriers_.start();
  system_calls_.start();
  copies_.start();
  tma_copies_.start();
  mbarriers_.start();
  wgmma_matrices_.start();
  memory_.tensor.start();
  tensor_pipe_.start();
  tensor_allocations_.start();
  tensor_moves_.start();
  instructions_ = 0;
  lane_instructions_ = 0;
  std::ranges::fill(executions_, 0);
  skipped_time_ = 0;
  for (std::uint32_t warp = 0; warp < warps_.size(); ++warp) {
    warps_[warp].start(*context_.launch, index, warp, is_tracked);
  }
}

void Block::join(Cluster& cluster, std::uint32_t rank) {
  context_.cluster = &cluster;
  context_.rank = rank;
  context_.shared_start = rank * kClusterPartBytes;
  if (context_.barriers != nullptr) context_.barriers->join(rank, cluster.size());
  if (context_.matrices != nullptr) context_.matrices->join(rank);
  ClusterMember& member = cluster.at(rank);
  member.context = &context_;
  member.memory = &memory_;
  member.mbarriers = &mbarriers_;
  member.tma = &tma_copies_;
  member.tensor_pipe = &tensor_pipe_;
  member.tensor_allocations = &tensor_allocations_;
  member.warps = warps_;
  BlockRaces* const races = memory_.shared.races();
  if (races != nullptr && cluster.races() != nullptr) races->join(cluster.races(), rank);
}

bool Block::can_run() const {
  return std::ranges::any_of(warps_, [](const Warp& warp) { return warp.can_run(); });
}

bool Block::all_exited() const {
  return std::ranges::all_of(warps_, [](const Warp& warp) { return warp.live == 0; });
}

bool Block::must_stop(const FindingPlace& place) {
  RunControl& control = *context_.control;
  if (is_stopped(control.stop) || control.abandon.load(std::memory_order_relaxed)) {
    context_.has_ended = true;
    return true;
  }
  if (control.is_time_to_tell()) tell_long_run();
  if (!control.must_halt()) return false;
  report_halt(place);
  return true;
}

bool Block::must_end() {
  if (!must_stop(first_place())) return false;
  settle_early_reads();
  return true;
}

void Block::report_halt(const FindingPlace& place) {
  const bool is_late = context_.control->halted == Halt::out_of_time;
  const double seconds = context_.launch->options->time_limit.count();
  context_.end_launch(trace::FindingKind::no_end, place,
                      is_late ? finding_text::out_of_time(seconds, standing())
                              : finding_text::interrupted(standing()));
}

void Block::tell_long_run() {
  const auto& tell = context_.launch->options->on_long_run;
  if (tell) tell({context_.launch->request->grid.at(index_), finding_text::where(standing())});
}

FindingPlace Block::first_place() {
  for (Warp& warp : warps_) {
    for (Fragment& fragment : warp.fragments) {
      return {waiting_issue(warp, fragment).instruction, warp.index, first_lane(fragment.mask)};
    }
  }
  return {};
}

std::vector<StandingWarps> Block::standing() {
  std::vector<StandingWarps> all;
  const auto add = [&](const CodePlace& place) {
    const auto found = std::ranges::find_if(all, [&](const StandingWarps& one) {
      return one.place.file == place.file && one.place.line == place.line &&
             (place.line != 0 || one.place.ptx_line == place.ptx_line);
    });
    if (found != all.end()) ++found->warps;
    if (found == all.end()) all.push_back({place, 1});
  };
  for (Warp& warp : warps_) {
    // A warp that is split stands where its first lanes do.
    if (warp.fragments.empty()) continue;
    add(context_.image->code_place(waiting_issue(warp, warp.fragments.front()).instruction));
  }
  return all;
}

bool Block::may_go_on(std::uint32_t instruction, const Warp& warp) {
  const RunControl& control = *context_.control;
  const FindingPlace place{instruction, warp.index};
  if (must_stop(place)) return false;
  if (instructions_ >= control.budget) {
    context_.end_launch(trace::FindingKind::no_end, place,
                        finding_text::no_end(instructions_, standing()));
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
    if (fragment->is_at_meeting()) {
      barriers_.note_meeting(warp, *fragment);
      warp_operations_.note_meeting(warp, *fragment);
    }
    if (context_.instructions != nullptr) {
      run_fragment<Beside::records>(warp, *fragment);
    } else if (context_.values.is_on()) {
      run_fragment<Beside::values>(warp, *fragment);
    } else if (non_finite_) {
      run_fragment<Beside::non_finite>(warp, *fragment);
    } else if (!executions_.empty()) {
      run_fragment<Beside::executions>(warp, *fragment);
    } else {
      run_fragment<Beside::nothing>(warp, *fragment);
    }
  }
}

BlockStatus Block::run() {
  const BlockStatus status = run_turns();
  if (status == BlockStatus::spinning) return status;
  memory_.hazards.settle();
  settle_early_reads();
  return status;
}

void Block::settle_early_reads() {
  memory_.global.settle();
  memory_.buffers.settle();
  context_.report.settle_early_reads();
}

BlockStatus Block::run_turns() {
  next_check_ = std::min(instructions_ + kCheckInterval, context_.control->budget);
  const Turns turns = turns_of(*context_.control, *context_.launch);
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
    if (all_exited()) {
      barriers_.finish();
      return BlockStatus::finished;
    }
    if (!ran && cluster_barriers_.is_waiting()) return BlockStatus::spinning;
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
  return fingerprint_of(warps_, barriers_.open(), memory_.shared, memory_.tensor.version());
}

void Block::report_deadlock() {
  for (Warp& warp : warps_) {
    for (Fragment& fragment : warp.fragments) {
      if (fragment.wait == Wait::none) report_spinning(warp, fragment);
    }
  }
  if (!can_run()) {
    barriers_.report_stuck();
    warp_operations_.report_stuck(warps_);
  }
  cluster_barriers_.report_stuck();
  context_.has_ended = true;
  settle_early_reads();
}

void Block::report_spinning(Warp& warp, Fragment& fragment) {
  const std::uint32_t lane = first_lane(fragment.mask);
  const bool polls = fragment.spun_on != kNoIndex;
  const FindingPlace place{polls ? fragment.spun_on : waiting_issue(warp, fragment).instruction,
                           warp.index, lane};
  if (!polls) {
    return context_.report.add(trace::FindingKind::no_end, place, finding_text::repeats());
  }
  if (const auto text = tensor_allocations_.waited_for(warp, fragment, place.instruction)) {
    return context_.report.add(trace::FindingKind::deadlock, place, *text);
  }
  const auto mbarrier = mbarriers_.waited_for(warp, fragment, place.instruction);
  context_.report.add(
      trace::FindingKind::deadlock, place,
      mbarrier ? finding_text::stuck_mbarrier(*mbarrier) : finding_text::never_ends());
}

}  // namespace warplens::machine
