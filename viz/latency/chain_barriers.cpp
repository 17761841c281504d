// Barriers, mbarriers and copies: warps wait for what others have done.
#include <algorithm>
#include <array>
#include <set>

#include "viz/latency/chain_builder.h"

namespace warplens::latency {
namespace {

using machine::AsyncGroup;
using machine::BarrierRecord;
using machine::BarrierStep;

constexpr std::array<std::uint32_t, 6> kMeasuredWarps{1, 2, 4, 8, 16, 32};

// The most warps that were measured of no more than these.
std::string barrier_row(std::size_t warps, Reading reading) {
  std::uint32_t measured = 1;
  for (const std::uint32_t one : kMeasuredWarps) {
    if (one <= warps && reading == Reading::as_written) measured = one;
  }
  return "bar.sync " + std::to_string(measured) + " warps";
}

}  // namespace

void ChainBuilder::settle_barriers(std::size_t end) {
  const auto& records = run_->barriers->all();
  for (; settled_ < std::min(end, records.size()); ++settled_) settle(records[settled_]);
}

void ChainBuilder::settle(const BarrierRecord& record) {
  switch (record.step) {
    case BarrierStep::reach:
    case BarrierStep::reach_only:
      if (record.group == AsyncGroup::wgmma) return;
      arrivals_[record.offset] = later(arrivals_[record.offset], arrival(record));
      if (record.step == BarrierStep::reach) {
        waiting_[record.offset].emplace_back(record.warp, record.mask);
      }
      return;
    case BarrierStep::meet:
      return meet(record);
    case BarrierStep::arrive:
    case BarrierStep::arrive_drop:
    case BarrierStep::expect_bytes:
      return change_mbarrier(record, arrival(record));
    case BarrierStep::complete:
      return change_mbarrier(record, landed_);
    case BarrierStep::test:
      return pass_mbarrier(record);
    case BarrierStep::copy_begins:
      if (record.rank == run_->barriers->rank() && record.warp < warps_.size()) {
        copies_[record.number] = {warps_[record.warp].last_copy, record.group, record.runs};
      }
      return;
    case BarrierStep::copy_lands:
      return land(record);
    default:
      return;
  }
}

// What its lanes have issued and waited for.
Moment ChainBuilder::arrival(const BarrierRecord& record) {
  if (record.rank != run_->barriers->rank() || record.warp >= warps_.size()) return {};
  const WarpState& warp = warps_[record.warp];
  return later(warp.issued, warp.behind.of(record.mask));
}

Moment ChainBuilder::add_barrier_node(const BarrierRecord& record, StepKind kind,
                                      const Moment& from, double cycles) {
  const auto known = last_record_.find(record.instruction);
  const std::uint32_t index = known == last_record_.end() ? at_record_ : known->second;
  nodes_.push_back({index, from.node, kind, from.at, cycles});
  return {from.at + cycles, static_cast<std::uint32_t>(nodes_.size() - 1)};
}

void ChainBuilder::meet(const BarrierRecord& record) {
  if (record.group == AsyncGroup::wgmma) return;
  auto& waiting = waiting_[record.offset];
  std::set<std::uint32_t> warps;
  for (const auto& [warp, mask] : waiting) warps.insert(warp);
  const Moment passed = add_barrier_node(record, StepKind::barrier, arrivals_[record.offset],
                                         cycles_of(barrier_row(warps.size(), reading_)));
  for (const auto& [warp, mask] : waiting) {
    if (warp < warps_.size()) warps_[warp].behind.raise(mask, passed);
  }
  waiting.clear();
  arrivals_[record.offset] = {};
}

void ChainBuilder::change_mbarrier(const BarrierRecord& record, const Moment& moment) {
  Phases& phases = mbarriers_[record.offset];
  phases.ends.back() = later(phases.ends.back(), moment);
  if (record.before.phase != record.after.phase) phases.ends.emplace_back();
}

// Whoever passes waits for the end of the phase before this one.
void ChainBuilder::pass_mbarrier(const BarrierRecord& record) {
  const Phases& phases = mbarriers_[record.offset];
  if (!record.passes || phases.ends.size() < 2 || record.rank != run_->barriers->rank() ||
      record.warp >= warps_.size()) {
    return;
  }
  const Moment& end = phases.ends[phases.ends.size() - 2];
  if (end.at <= warps_[record.warp].behind.of(record.mask).at) return;
  const Moment passed =
      add_barrier_node(record, StepKind::barrier, end, cycles_of("mbarrier.arrive+try_wait") / 2);
  warps_[record.warp].behind.raise(record.mask, passed);
}

// Who asked for it by cp.async waits for it; the words are there.
void ChainBuilder::land(const BarrierRecord& record) {
  const auto found = copies_.find(record.number);
  if (found == copies_.end()) return;
  landed_ = found->second.moment;
  if (found->second.group == AsyncGroup::copies && record.warp < warps_.size()) {
    warps_[record.warp].behind.raise(record.mask, landed_);
  }
  for (const machine::SharedRun& run : found->second.runs) {
    for (std::size_t word = run.begin / 4; word < (run.end + 3) / 4; ++word) {
      if (word >= shared_.size()) shared_.resize(word + 1);
      shared_[word] = {landed_, kNoNode};
    }
  }
}

}  // namespace warplens::latency
