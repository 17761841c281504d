#include "kernels/machine/block/barrier_keeper.h"

#include <algorithm>

namespace warplens::machine {

BarrierRecord BarrierKeeper::begin(BarrierStep step, std::uint32_t instruction, std::uint32_t rank,
                                   std::uint32_t warp, std::uint32_t mask) const {
  BarrierRecord record;
  if (instruction != kNoIndex) record.instruction = block_->image->place(instruction).instruction;
  record.events = block_->events.recorded();
  record.step = step;
  record.rank = rank;
  record.warp = warp;
  record.mask = mask;
  return record;
}

void BarrierKeeper::add_group(BarrierStep step, const Issue& issue, AsyncGroup group,
                              std::uint32_t groups_left) const {
  if (!is_on()) return;
  BarrierRecord record = begin(step, issue);
  record.group = group;
  record.groups_left = groups_left;
  add(std::move(record));
}

std::uint32_t BarrierKeeper::begin_access(BarrierRecord record, AsyncGroup group) const {
  record.group = group;
  record.number = records_->next_access();
  const std::uint32_t number = record.number;
  add(std::move(record));
  return number;
}

void BarrierKeeper::end_access(BarrierStep step, std::uint32_t number, std::uint32_t warp,
                               std::uint32_t mask) const {
  if (!is_on() || number == 0) return;
  BarrierRecord record = begin(step, kNoIndex, block_->rank, warp, mask);
  record.number = number;
  add(std::move(record));
}

std::vector<SharedRun> runs_of(std::span<const std::uint64_t> places, std::uint32_t width) {
  std::vector<std::uint64_t> sorted(places.begin(), places.end());
  std::ranges::sort(sorted);
  std::vector<SharedRun> runs;
  for (const std::uint64_t place : sorted) {
    const auto begin = static_cast<std::uint32_t>(place);
    if (!runs.empty() && begin <= runs.back().end) {
      runs.back().end = std::max(runs.back().end, begin + width);
    } else {
      runs.push_back({begin, begin + width});
    }
  }
  return runs;
}

}  // namespace warplens::machine
