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
};

}  // namespace

std::vector<Wait> waits_of(const BarrierRun& run, const Order& order) {
  return WaitFinder(run, order).find();
}

}  // namespace warplens::pipeline
