#include "viz/pipeline/stage_accesses.h"

#include <algorithm>
#include <map>
#include <vector>

#include "viz/pipeline/stage_places.h"

namespace warplens::pipeline {
namespace {

using machine::BarrierRecord;
using machine::BarrierStep;

Warps warps_of(const BarrierRecord& record, std::uint32_t rank) {
  if (record.rank != rank || record.warp >= 32) return 0;
  const std::uint32_t count = std::min(record.warps, 32u);
  const Warps all = count == 32 ? ~0u : (1u << count) - 1;
  return all << record.warp;
}

// When each asynchronous access ends: until the last step where that is not recorded.
class Ends {
 public:
  Ends(const BarrierRun& run, const Order& order) : steps_(order.steps()) {
    const auto& records = run.records->all();
    for (std::size_t i = 0; i < records.size(); ++i) {
      const BarrierStep step = records[i].step;
      if (step != BarrierStep::copy_lands && step != BarrierStep::read_ends) continue;
      ends_[records[i].number] = order.of_record(i) + 1;
    }
  }
  [[nodiscard]] Step of(const BarrierRecord& record) const {
    const auto found = ends_.find(record.number);
    return found == ends_.end() ? steps_ : found->second;
  }

 private:
  std::map<std::uint32_t, Step> ends_;
  Step steps_;
};

// None where it is no access to shared memory.
enum class Way : std::uint8_t { none, read, fill };
Way way_of(const trace::Site& site) {
  using enum trace::EventKind;
  if (site.space != trace::Space::shared) return Way::none;
  if (site.kind == load || site.kind == load_matrix || site.kind == atomic) return Way::read;
  return site.kind == store || site.kind == store_matrix ? Way::fill : Way::none;
}
Way way_of(const BarrierRecord& record) {
  if (record.step == BarrierStep::copy_begins) return Way::fill;
  return record.step == BarrierStep::read_begins ? Way::read : Way::none;
}

// Goes through the block's steps, and counts how often each word has been filled.
class AccessWalk {
 public:
  AccessWalk(const BarrierRun& run, const Order& order, Stages& stages)
      : run_(&run),
        order_(&order),
        stages_(&stages),
        stage_of_(stages),
        ends_(run, order),
        fills_(stage_of_.words()) {}

  void walk() {
    const auto& records = run_->records->all();
    std::size_t row = 0;
    for (std::size_t i = 0; i < records.size(); ++i) {
      const Step step = order_->of_record(i);
      for (; row < run_->trace->events.size() && order_->of_event(row) < step; ++row) {
        add_event(row);
      }
      add_record(i);
    }
    for (; row < run_->trace->events.size(); ++row) add_event(row);
  }

 private:
  void add_record(std::size_t index) {
    const BarrierRecord& record = run_->records->all()[index];
    const Way way = way_of(record);
    if (way == Way::none) return;
    words_.clear();
    for (const SharedRun& run : record.runs) take(run.begin, run.end);
    StageAccess access;
    access.at = {order_->of_record(index), ends_.of(record)};
    access.warps = warps_of(record, run_->records->rank());
    access.rank = record.rank;
    access.instruction = record.instruction;
    access.bytes = static_cast<std::uint64_t>(std::max<std::int64_t>(record.bytes, 0));
    add(access, way);
  }
  void add_event(std::size_t row) {
    const trace::Trace& trace = *run_->trace;
    const std::uint32_t number = trace.events.site(row);
    const trace::Site& site = trace.sites[number];
    const Way way = way_of(site);
    if (way == Way::none) return;
    trace.events.view(row, event_);
    words_.clear();
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if ((event_.mask >> lane & 1) == 0) continue;
      take(event_.address[lane], event_.address[lane] + std::max<std::uint32_t>(site.width, 1));
    }
    StageAccess access;
    const Step step = order_->of_event(row);
    access.at = {step, step + 1};
    access.warps = event_.warp < 32 ? 1u << event_.warp : 0;
    access.site = number;
    add(access, way);
  }
  void take(std::uint64_t begin, std::uint64_t end) {
    constexpr std::uint32_t kWord = StageOfWord::kBytes;
    for (std::uint64_t word = begin / kWord; word * kWord < end; ++word) {
      const std::uint32_t stage = stage_of_.at(word * kWord);
      if (stage != StageOfWord::kNone) words_[stage].push_back(static_cast<std::uint32_t>(word));
    }
  }
  void add(StageAccess access, Way way) {
    for (const auto& [number, words] : words_) {
      Stage& stage = stages_->all[number];
      std::uint32_t filled = 0;
      for (const std::uint32_t word : words) filled = std::max(filled, fills_[word]);
      if (way == Way::fill) {
        for (const std::uint32_t word : words) fills_[word] = filled + 1;
        access.round = filled;
        stage.fills.push_back(access);
      } else if (filled != 0) {
        access.round = filled - 1;
        stage.reads.push_back(access);
      }
    }
  }

  const BarrierRun* run_;
  const Order* order_;
  Stages* stages_;
  StageOfWord stage_of_;
  Ends ends_;
  trace::EventView event_;
  std::map<std::uint32_t, std::vector<std::uint32_t>> words_;  // of the access at hand, by stage
  std::vector<std::uint32_t> fills_;                           // by word
};

}  // namespace

void add_accesses(const BarrierRun& run, const Order& order, Stages& stages) {
  AccessWalk(run, order, stages).walk();
}

}  // namespace warplens::pipeline
