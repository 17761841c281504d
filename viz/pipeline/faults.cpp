#include "viz/pipeline/faults.h"

#include <algorithm>
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

Fault::Kind kind_of(const BarrierRecord& race) {
  if (!race.writes) return Fault::Kind::read_early;
  return race.other_writes ? Fault::Kind::filled_twice : Fault::Kind::overwritten_early;
}

bool is_same(const Fault& a, const Fault& b) {
  return std::tie(a.kind, a.stage, a.warp, a.finding) ==
             std::tie(b.kind, b.stage, b.warp, b.finding) &&
         b.at <= a.at + 1;
}

}  // namespace

std::vector<Fault> faults_of(const BarrierRun& run, const Order& order, const Stages& stages) {
  std::vector<Fault> faults;
  const auto& records = run.records->all();
  for (std::size_t i = 0; i < records.size(); ++i) {
    const BarrierRecord& race = records[i];
    if (race.step != BarrierStep::race) continue;
    const auto stage = stage_at(stages, race.offset);
    const auto finding = stage ? finding_of(run, race) : std::nullopt;
    if (!finding) continue;
    const Fault fault{kind_of(race), order.of_record(i), i,       *stage,
                      race.warp,     race.other_warp,    *finding};
    if (faults.empty() || !is_same(faults.back(), fault)) faults.push_back(fault);
  }
  return faults;
}

}  // namespace warplens::pipeline
