#include "viz/pipeline/waits.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace warplens::pipeline {
namespace {

using machine::AsyncGroup;
using machine::BarrierRecord;
using machine::BarrierStep;

class WaitFinder {
 public:
  WaitFinder(const BarrierRun& run, const Order& order)
      : records_(&run.records->all()), order_(&order), rank_(run.records->rank()) {}

  std::vector<Wait> find() {
    for (std::size_t i = 0; i < records_->size(); ++i) step(i);
    for (const auto& [key, wait] : tests_) end_open(wait);
    for (const auto& [key, waits] : reached_) {
      for (const std::size_t wait : waits) end_open(wait);
    }
    for (const std::size_t wait : in_cluster_) end_open(wait);
    std::erase_if(waits_, [this](const Wait& wait) { return has_a_warp_that_comes_last(wait); });
    std::ranges::stable_sort(waits_, {}, [](const Wait& wait) { return wait.at.begin; });
    return std::move(waits_);
  }

 private:
  using TestKey = std::tuple<std::uint32_t, std::uint32_t, bool>;  // warp, offset, parity

  void step(std::size_t index) {
    const BarrierRecord& record = (*records_)[index];
    switch (record.step) {
      case BarrierStep::test:
        if (record.rank == rank_) test(record, index);
        break;
      case BarrierStep::reach:
        reached_[record.offset].push_back(begin(Wait::For::barrier, record, index));
        latest_[record.offset] = index;
        break;
      case BarrierStep::reach_only:
        latest_[record.offset] = index;
        break;
      case BarrierStep::meet:
        meet(record, index);
        break;
      case BarrierStep::cluster_wait:
        wait_in_cluster(record, index);
        break;
      case BarrierStep::cluster_meet:
        meet_in_cluster(index);
        break;
      case BarrierStep::wait:
        begin(record.group == AsyncGroup::bulk ? Wait::For::bulk : Wait::For::copies, record,
              index);
        break;
      default:
        if (record.before.phase != record.after.phase) ended_[record.offset] = index;
    }
  }
  std::size_t begin(Wait::For what, const BarrierRecord& record, std::size_t index) {
    Wait wait;
    wait.what = record.group == AsyncGroup::wgmma ? Wait::For::wgmma : what;
    wait.rank = record.rank;
    wait.warp = record.warp;
    wait.at = {order_->of_record(index), order_->of_record(index) + 1};
    wait.offset = record.offset;
    wait.groups_left = record.groups_left;
    waits_.push_back(wait);
    return waits_.size() - 1;
  }
  void test(const BarrierRecord& record, std::size_t index) {
    const TestKey key{record.warp, record.offset, record.waits_for};
    const auto open = tests_.find(key);
    const std::size_t wait =
        open == tests_.end() ? begin(Wait::For::mbarrier, record, index) : open->second;
    waits_[wait].parity = record.waits_for;
    if (!record.passes) {
      waits_[wait].times += record.times;
      tests_[key] = wait;
      return;
    }
    waits_[wait].at.end = order_->of_record(index) + 1;
    const auto ended = ended_.find(record.offset);
    if (ended != ended_.end()) waits_[wait].ended_by = ended->second;
    if (open != tests_.end()) tests_.erase(open);
  }
  void meet(const BarrierRecord& record, std::size_t index) {
    for (const std::size_t wait : reached_[record.offset]) {
      waits_[wait].at.end = order_->of_record(index) + 1;
      waits_[wait].ended_by = latest_[record.offset];
    }
    reached_[record.offset].clear();
  }
  void wait_in_cluster(const BarrierRecord& record, std::size_t index) {
    const bool is_own = record.rank == rank_;
    if (!is_own && record.passes) return;
    const auto same = std::ranges::find_if(
        in_cluster_, [&](std::size_t wait) { return !is_own && waits_[wait].rank == record.rank; });
    if (same != in_cluster_.end()) {
      waits_[*same].at.begin = order_->of_record(index);
      return;
    }
    const std::size_t wait = begin(Wait::For::cluster, record, index);
    if (!record.passes) in_cluster_.push_back(wait);
    if (record.passes) waits_[wait].ended_by = met_;
  }
  // Another block, which does not wait then.
  [[nodiscard]] bool has_a_warp_that_comes_last(const Wait& wait) const {
    return wait.rank != rank_ && wait.ended_by && (*records_)[*wait.ended_by].rank == wait.rank;
  }
  void meet_in_cluster(std::size_t index) {
    for (const std::size_t wait : in_cluster_) {
      waits_[wait].at.end = order_->of_record(index) + 1;
      waits_[wait].ended_by = index;
    }
    in_cluster_.clear();
    met_ = index;
  }
  void end_open(std::size_t wait) {
    waits_[wait].at.end = order_->steps();
    waits_[wait].is_over = false;
  }

  const std::deque<BarrierRecord>* records_;
  const Order* order_;
  std::uint32_t rank_;
  std::vector<Wait> waits_;
  std::map<TestKey, std::size_t> tests_;                       // that are not over
  std::map<std::uint32_t, std::vector<std::size_t>> reached_;  // by barrier
  std::map<std::uint32_t, std::size_t> latest_, ended_;        // records
  std::vector<std::size_t> in_cluster_;                        // that are not over
  std::optional<std::size_t> met_;                             // the latest cluster_meet
};

}  // namespace

std::vector<Wait> waits_of(const BarrierRun& run, const Order& order) {
  return WaitFinder(run, order).find();
}

}  // namespace warplens::pipeline
