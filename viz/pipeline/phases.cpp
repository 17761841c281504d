#include "viz/pipeline/phases.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <map>

namespace warplens::pipeline {
namespace {

using machine::BarrierRecord;
using machine::BarrierStep;

bool is_of_mbarrier(BarrierStep step) {
  using enum BarrierStep;
  return step == init || step == invalidate || step == arrive || step == arrive_drop ||
         step == expect_bytes || step == complete || step == follow_copies;
}

void add_step(MbarrierLife& life, const BarrierRecord& record, std::size_t index, Step step,
              Step last) {
  const bool begins = record.step == BarrierStep::init;
  const bool ends =
      record.step == BarrierStep::invalidate || begins || record.before.phase != record.after.phase;
  const bool is_open = !life.phases.empty() && life.phases.back().at.end == last;
  if (ends && is_open) {
    life.phases.back().at.end = step + 1;
    if (!begins) life.phases.back().ended_by = index;
  }
  if (ends && record.step != BarrierStep::invalidate) {
    life.phases.push_back({{step + 1, last}, record.after.phase});
  }
  life.steps.push_back({index, step, record.after});
  life.most_pending = std::max({life.most_pending, record.before.pending, record.after.pending});
  life.most_bytes =
      std::max<std::int64_t>({life.most_bytes, std::abs(std::int64_t{record.before.bytes}),
                              std::abs(std::int64_t{record.after.bytes})});
}

}  // namespace

std::optional<MbarrierState> MbarrierLife::state_at(Step step) const {
  const auto next = std::ranges::lower_bound(steps, step, {}, &MbarrierStep::at);
  if (next == steps.begin()) return std::nullopt;
  return std::prev(next)->after;
}

std::string mbarrier_name(const trace::Trace& trace, std::uint32_t offset) {
  constexpr std::uint32_t kManyMbarriers = 64 * MbarrierState::kBytes;
  for (const trace::SharedArray& array : trace.shared_arrays) {
    if (offset < array.offset || offset >= array.offset + array.bytes) continue;
    const std::uint32_t within = offset - array.offset;
    if (array.bytes <= MbarrierState::kBytes) return array.name;
    if (array.bytes > kManyMbarriers) return fmt::format("{} + {}", array.name, within);
    return fmt::format("{}[{}]", array.name, within / MbarrierState::kBytes);
  }
  return fmt::format("mbarrier {}", offset);
}

std::vector<MbarrierLife> mbarriers_of(const BarrierRun& run, const Order& order) {
  std::map<std::uint32_t, MbarrierLife> lives;
  const auto& records = run.records->all();
  for (std::size_t i = 0; i < records.size(); ++i) {
    const BarrierRecord& record = records[i];
    if (!is_of_mbarrier(record.step)) continue;
    MbarrierLife& life = lives[record.offset];
    life.offset = record.offset;
    add_step(life, record, i, order.of_record(i), order.steps());
  }
  std::vector<MbarrierLife> all;
  for (auto& [offset, life] : lives) {
    life.name = mbarrier_name(*run.trace, offset);
    all.push_back(std::move(life));
  }
  return all;
}

}  // namespace warplens::pipeline
