#include "kernels/machine/launch/barrier_records.h"

namespace warplens::machine {
namespace {

bool is_same_doing(const BarrierRecord& a, const BarrierRecord& b) {
  return a.step == b.step && a.instruction == b.instruction && a.warp == b.warp &&
         a.rank == b.rank && a.events == b.events;
}

// Whatever bytes: the first that it was met at stays.
bool joins_race(BarrierRecord& last, const BarrierRecord& next) {
  if (last.other != next.other || last.other_warp != next.other_warp) return false;
  last.mask |= next.mask;
  return true;
}

// Lanes that arrive one after the other within a phase.
bool joins_lane(BarrierRecord& last, const BarrierRecord& next) {
  const bool has_state =
      next.step == BarrierStep::init || next.step == BarrierStep::arrive ||
      next.step == BarrierStep::arrive_drop || next.step == BarrierStep::expect_bytes ||
      next.step == BarrierStep::follow_copies || next.step == BarrierStep::complete ||
      next.step == BarrierStep::arrive_elsewhere;
  if (!has_state || last.offset != next.offset || last.to_rank != next.to_rank ||
      last.before.phase != last.after.phase || (last.mask & next.mask) != 0) {
    return false;
  }
  last.mask |= next.mask;
  last.after = next.after;
  last.bytes += next.bytes;
  return true;
}

// Of one execution, or of those behind it that do not pass either.
bool joins_test(BarrierRecord& last, const BarrierRecord& next) {
  const bool is_same = last.step == BarrierStep::test && last.instruction == next.instruction &&
                       last.offset == next.offset && last.passes == next.passes &&
                       last.waits_for == next.waits_for;
  if (!is_same) return false;
  const bool is_next_execution = (last.mask & next.mask) != 0;
  if (is_next_execution && next.passes) return false;
  const std::uint32_t first_lane = last.mask & (~last.mask + 1);
  if ((next.mask & first_lane) != 0) ++last.times;
  last.mask |= next.mask;
  return true;
}

}  // namespace

bool BarrierRecords::joins_last(const BarrierRecord& next) {
  if (next.step == BarrierStep::test) {
    const auto latest = latest_.find({next.rank, next.warp});
    return latest != latest_.end() && joins_test(records_[latest->second], next);
  }
  BarrierRecord& last = records_.back();
  if (!is_same_doing(last, next)) return false;
  return next.step == BarrierStep::race ? joins_race(last, next) : joins_lane(last, next);
}

}  // namespace warplens::machine
