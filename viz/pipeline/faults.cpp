#include "viz/pipeline/faults.h"

#include <algorithm>
#include <map>
#include <optional>
#include <tuple>

#include "kernels/machine/program/source_line.h"

namespace warplens::pipeline {
namespace {

using machine::BarrierRecord;
using machine::BarrierStep;

// The finding that a race became. One stands for all at the same source line, whichever
// instruction of it.
std::optional<std::size_t> finding_of(const BarrierRun& run, const BarrierRecord& race) {
  if (race.instruction == nullptr) return std::nullopt;
  const auto& findings = run.trace->findings;
  const auto line = machine::source_line(*run.records->program(), *race.instruction);
  for (std::size_t i = 0; i < findings.size(); ++i) {
    const auto kind =
        race.other == nullptr ? trace::FindingKind::uninitialized_read : trace::FindingKind::race;
    if (findings[i].kind != kind) continue;
    const bool is_at_line = line.line != 0 && findings[i].line == line.line;
    if (findings[i].ptx_line == race.instruction->ptx_line || is_at_line) return i;
  }
  return std::nullopt;
}

std::optional<std::size_t> stage_at(const Stages& stages, std::uint32_t offset) {
  const auto found = std::ranges::find_if(
      stages.all, [offset](const Stage& stage) { return stage.holds(offset); });
  if (found == stages.all.end()) return std::nullopt;
  return static_cast<std::size_t>(found - stages.all.begin());
}

// The filling that is in flight at a step, by a warp.
const StageAccess* in_flight_at(const Stage& stage, Step step, std::uint32_t warp) {
  const StageAccess* latest = nullptr;
  for (const StageAccess& fill : stage.fills) {
    if (fill.at.begin > step) break;
    const bool is_its = (fill.warps >> warp % 32 & 1) != 0 || fill.warps == 0;
    if (is_its && fill.at.end > step) latest = &fill;
  }
  return latest;
}

class FaultFinder {
 public:
  FaultFinder(const BarrierRun& run, const Order& order, const Stages& stages)
      : run_(&run), order_(&order), stages_(&stages) {}

  std::vector<Fault> find() {
    const auto& records = run_->records->all();
    for (std::size_t i = 0; i < records.size(); ++i) {
      if (records[i].step == BarrierStep::race) add(i);
    }
    std::ranges::stable_sort(faults_, {}, &Fault::at);
    return std::move(faults_);
  }

 private:
  // What is one fault: its kind, stage, warps and filling.
  using Key = std::tuple<Fault::Kind, std::size_t, std::uint32_t, std::uint32_t, std::uint32_t>;

  void add(std::size_t index) {
    const BarrierRecord& race = run_->records->all()[index];
    const auto stage = stage_at(*stages_, race.offset);
    const auto finding = stage ? finding_of(*run_, race) : std::nullopt;
    if (!finding) return;
    Fault fault{Fault::Kind::overwritten_early,
                order_->of_record(index),
                index,
                *stage,
                race.warp,
                race.other_warp,
                1,
                *finding};
    const std::uint32_t round = classify(race, fault);
    const Key key{fault.kind, fault.stage, fault.warp, fault.other_warp, round};
    const auto [known, is_new] = known_.try_emplace(key, faults_.size());
    if (is_new) faults_.push_back(fault);
    if (!is_new) ++faults_[known->second].times;
  }
  // The filling that it is about.
  std::uint32_t classify(const BarrierRecord& race, Fault& fault) const {
    const Stage& stage = stages_->all[fault.stage];
    if (race.writes) {
      fault.kind = race.other_writes ? Fault::Kind::filled_twice : Fault::Kind::overwritten_early;
      return round_before(stage, fault.at);
    }
    fault.kind = Fault::Kind::read_early;
    const StageAccess* const fill = in_flight_at(stage, fault.at, race.other_warp);
    if (fill == nullptr || race.other == nullptr) return round_before(stage, fault.at);
    if (fill->round > 0 && !has_waited(race.warp, {fill->at.begin, fault.at})) {
      fault.kind = Fault::Kind::overwritten_early;
      fault.at = fill->at.begin;
      std::swap(fault.warp, fault.other_warp);
    }
    return fill->round;
  }
  [[nodiscard]] static std::uint32_t round_before(const Stage& stage, Step step) {
    std::uint32_t round = 0;
    for (const StageAccess& fill : stage.fills) {
      if (fill.at.begin > step) break;
      round = fill.round;
    }
    return round;
  }
  // Whether a wait of the warp has come to its end in between.
  [[nodiscard]] bool has_waited(std::uint32_t warp, Span between) const {
    const auto& records = run_->records->all();
    for (std::size_t i = 0; i < records.size(); ++i) {
      const BarrierRecord& record = records[i];
      if (!between.contains(order_->of_record(i))) continue;
      if (record.step == BarrierStep::cluster_meet) return true;
      const bool is_own = record.rank == run_->records->rank();
      const bool is_over = record.step == BarrierStep::meet || record.step == BarrierStep::wait ||
                           (record.step == BarrierStep::cluster_wait && record.passes) ||
                           (record.step == BarrierStep::test && record.passes);
      if (is_over && is_own && warp >= record.warp && warp < record.warp + record.warps)
        return true;
    }
    return false;
  }

  const BarrierRun* run_;
  const Order* order_;
  const Stages* stages_;
  std::vector<Fault> faults_;
  std::map<Key, std::size_t> known_;
};

}  // namespace

std::vector<Fault> faults_of(const BarrierRun& run, const Order& order, const Stages& stages) {
  return FaultFinder(run, order, stages).find();
}

}  // namespace warplens::pipeline
