#include "viz/pipeline/stage_places.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace warplens::pipeline {
namespace {

using machine::AsyncGroup;
using machine::BarrierRecord;
using machine::BarrierStep;

constexpr std::uint32_t kWord = StageOfWord::kBytes;
constexpr std::uint32_t kUnfilled = StageOfWord::kNone;

std::uint32_t shared_bytes(const trace::Trace& trace) {
  std::uint32_t bytes = trace.launch.static_shared_bytes + trace.launch.dynamic_shared_bytes;
  for (const trace::SharedArray& array : trace.shared_arrays) {
    bytes = std::max(bytes, array.offset + array.bytes);
  }
  return bytes;
}

// Words by what fills them first, numbered in that order.
class FirstFills {
 public:
  // Which filling: its kind and two numbers.
  using Filling = std::tuple<std::uint32_t, std::uint32_t, std::uint32_t>;

  explicit FirstFills(std::uint32_t bytes) : words_(bytes / kWord + 1, kUnfilled) {}

  void fill(const Filling& filling, const SharedRun& run) {
    const std::size_t end = std::min<std::size_t>(run.end / kWord, words_.size());
    for (std::size_t word = run.begin / kWord; word < end; ++word) {
      if (words_[word] == kUnfilled) words_[word] = number_of(filling);
    }
  }
  [[nodiscard]] const std::vector<std::uint32_t>& words() const { return words_; }

 private:
  std::uint32_t number_of(const Filling& filling) {
    return numbers_.try_emplace(filling, static_cast<std::uint32_t>(numbers_.size())).first->second;
  }

  std::vector<std::uint32_t> words_;
  std::map<Filling, std::uint32_t> numbers_;
};

// What a warp has told of its copies so far, and how often an mbarrier's phase has ended.
class Progress {
 public:
  void step(const BarrierRecord& record) {
    const bool is_of_copies =
        record.group == AsyncGroup::copies &&
        (record.step == BarrierStep::commit || record.step == BarrierStep::wait);
    if (is_of_copies || record.step == BarrierStep::follow_copies) ++told_[record.warp];
    if (record.before.phase != record.after.phase) ++phases_[record.offset];
  }
  [[nodiscard]] FirstFills::Filling of(const BarrierRecord& copy) {
    if (copy.group == AsyncGroup::copies) return {0, told_[copy.warp], 0};
    return {1, copy.offset, phases_[copy.offset]};
  }

 private:
  std::map<std::uint32_t, std::uint32_t> told_, phases_;
};

void fill_by_copies(const machine::BarrierRecords& records, FirstFills& fills) {
  Progress progress;
  for (const BarrierRecord& record : records.all()) {
    progress.step(record);
    if (record.step != BarrierStep::copy_begins) continue;
    for (const SharedRun& run : record.runs) fills.fill(progress.of(record), run);
  }
}

// How often the block has met, and a warp has arrived at an mbarrier, before a step.
class Meetings {
 public:
  Meetings(const machine::BarrierRecords& records, const Order& order) {
    for (std::size_t i = 0; i < records.all().size(); ++i) {
      const BarrierRecord& record = records.all()[i];
      const bool is_of_all =
          (record.step == BarrierStep::meet && record.group == AsyncGroup::none) ||
          record.step == BarrierStep::cluster_meet;
      if (is_of_all) meetings_.push_back(order.of_record(i));
      const bool arrives = record.step == BarrierStep::arrive && record.rank == records.rank();
      if (arrives) arrivals_[record.warp].push_back(order.of_record(i));
    }
  }
  [[nodiscard]] FirstFills::Filling before(Step step, std::uint32_t warp) const {
    const auto arrivals = arrivals_.find(warp);
    return {2, count(meetings_, step),
            arrivals == arrivals_.end() ? 0 : count(arrivals->second, step)};
  }

 private:
  [[nodiscard]] static std::uint32_t count(const std::vector<Step>& steps, Step before) {
    return static_cast<std::uint32_t>(std::ranges::lower_bound(steps, before) - steps.begin());
  }

  std::vector<Step> meetings_;
  std::map<std::uint32_t, std::vector<Step>> arrivals_;
};

void fill_by_stores(const BarrierRun& run, const Order& order, FirstFills& fills) {
  const Meetings meetings(*run.records, order);
  trace::EventView event;
  const trace::Trace& trace = *run.trace;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const trace::Site& site = trace.sites[trace.events.site(row)];
    const bool stores =
        site.kind == trace::EventKind::store || site.kind == trace::EventKind::store_matrix;
    if (site.space != trace::Space::shared || !stores) continue;
    trace.events.view(row, event);
    const FirstFills::Filling filling = meetings.before(order.of_event(row), event.warp);
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      if ((event.mask >> lane & 1) == 0) continue;
      const auto begin = static_cast<std::uint32_t>(event.address[lane]);
      const std::uint32_t width = std::max<std::uint32_t>(site.width, kWord);
      fills.fill(filling, {begin, begin + width});
    }
  }
}

// Neighbours of one filling, over what nobody fills.
void add_parts(const trace::SharedArray& array, const std::vector<std::uint32_t>& words,
               std::vector<std::vector<StagePart>>& parts) {
  const std::size_t end = std::min<std::size_t>((array.offset + array.bytes) / kWord, words.size());
  std::vector<std::pair<std::uint32_t, StagePart>> found;
  for (std::size_t word = array.offset / kWord; word < end; ++word) {
    if (words[word] == kUnfilled) continue;
    const auto begin = static_cast<std::uint32_t>(word) * kWord;
    if (found.empty() || found.back().first != words[word]) {
      found.push_back({words[word], {{begin, begin}, array.name}});
    }
    found.back().second.bytes.end = begin + kWord;
  }
  for (std::size_t i = 0; i < found.size(); ++i) {
    auto& [filling, part] = found[i];
    part.index = static_cast<std::uint32_t>(i);
    part.count = static_cast<std::uint32_t>(found.size());
    if (filling >= parts.size()) parts.resize(std::size_t{filling} + 1);
    parts[filling].push_back(part);
  }
}

bool copies_into_shared(const machine::BarrierRecords& records) {
  return std::ranges::any_of(records.all(), [](const BarrierRecord& record) {
    return record.step == BarrierStep::copy_begins;
  });
}

}  // namespace

Stages stage_places(const BarrierRun& run, const Order& order) {
  Stages stages;
  stages.are_stored = !copies_into_shared(*run.records);
  FirstFills fills(shared_bytes(*run.trace));
  if (stages.are_stored) {
    fill_by_stores(run, order, fills);
  } else {
    fill_by_copies(*run.records, fills);
  }
  std::vector<std::vector<StagePart>> parts;
  for (const trace::SharedArray& array : run.trace->shared_arrays) {
    add_parts(array, fills.words(), parts);
  }
  for (std::vector<StagePart>& of_stage : parts) {
    if (of_stage.empty()) continue;
    stages.are_left_out = stages.all.size() == Stages::kMost;
    if (stages.are_left_out) break;
    stages.all.push_back({std::move(of_stage), {}, {}, {}});
  }
  return stages;
}

StageOfWord::StageOfWord(const Stages& stages) {
  for (std::size_t stage = 0; stage < stages.all.size(); ++stage) {
    for (const StagePart& part : stages.all[stage].parts) {
      const std::size_t end = (part.bytes.end + kBytes - 1) / kBytes;
      if (stages_.size() < end) stages_.resize(end, kNone);
      for (std::size_t word = part.bytes.begin / kBytes; word < end; ++word) {
        stages_[word] = static_cast<std::uint32_t>(stage);
      }
    }
  }
}

}  // namespace warplens::pipeline
