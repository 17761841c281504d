#include "viz/pipeline/pipeline_model.h"

#include <algorithm>

namespace warplens::pipeline {
namespace {

using machine::BarrierRecord;
using machine::BarrierStep;

bool is_of(const StageAccess& access, const WarpLife& life) {
  if (life.role == Role::elsewhere) return access.warps == 0 && access.rank == life.rank;
  return (access.warps >> life.warp & 1) != 0;
}

std::vector<Doing> doings_of(const Stages& stages, const WarpLife& life) {
  std::vector<Doing> all;
  for (std::size_t i = 0; i < stages.all.size(); ++i) {
    const auto take = [&](const std::vector<StageAccess>& accesses, bool fills) {
      for (const StageAccess& access : accesses) {
        if (!is_of(access, life)) continue;
        const bool is_instant = fills || access.site != trace::kNone;
        const Step end = is_instant ? access.at.begin + 1 : access.at.end;
        all.push_back({{access.at.begin, end}, fills, static_cast<std::uint32_t>(i), 1});
      }
    };
    take(stages.all[i].fills, true);
    take(stages.all[i].reads, false);
  }
  std::ranges::stable_sort(all, {}, [](const Doing& doing) { return doing.at.begin; });
  return all;
}

// Those in a row of the same kind at the same stage, as long as the warp neither waits nor arrives
// in between.
std::vector<Doing> joined(const std::vector<Doing>& all, const std::vector<Step>& breaks) {
  std::vector<Doing> rows;
  for (const Doing& doing : all) {
    const bool is_same = !rows.empty() && rows.back().fills == doing.fills &&
                         rows.back().stage == doing.stage &&
                         std::ranges::upper_bound(breaks, rows.back().at.begin) ==
                             std::ranges::upper_bound(breaks, doing.at.begin);
    if (!is_same) {
      rows.push_back(doing);
      continue;
    }
    rows.back().at.end = std::max(rows.back().at.end, doing.at.end);
    ++rows.back().count;
  }
  return rows;
}

Role role_of(const WarpLife& life) {
  const auto fills = [](const Doing& doing) { return doing.fills; };
  const bool has_filled = std::ranges::any_of(life.doings, fills);
  const bool has_read = !std::ranges::all_of(life.doings, fills);
  if (has_filled && has_read) return Role::both;
  if (has_filled) return Role::producer;
  return has_read ? Role::consumer : Role::other;
}

bool is_arrival(const BarrierRecord& record) {
  using enum BarrierStep;
  return record.step == arrive || record.step == arrive_drop || record.step == follow_copies ||
         record.step == expect_bytes || record.step == arrive_elsewhere ||
         record.step == cluster_arrive;
}

// Its doings, waits and arrivals.
void add_life(const Pipeline& pipeline, WarpLife& life) {
  const bool is_elsewhere = life.role == Role::elsewhere;
  std::vector<Step> breaks;
  for (std::size_t i = 0; i < pipeline.waits.size(); ++i) {
    const Wait& wait = pipeline.waits[i];
    const bool is_its_warp = life.warp >= wait.warp && life.warp < wait.warp + wait.warps;
    if (wait.rank != life.rank || !(is_elsewhere || is_its_warp)) continue;
    life.waits.push_back(i);
    breaks.push_back(wait.at.begin);
  }
  const auto& records = pipeline.run.records->all();
  for (std::size_t i = 0; i < records.size(); ++i) {
    const bool is_its =
        records[i].rank == life.rank && (is_elsewhere || records[i].warp == life.warp);
    if (is_its && is_arrival(records[i])) life.arrivals.push_back(i);
  }
  life.doings = joined(doings_of(pipeline.stages, life), breaks);
}

WarpLife life_of(const Pipeline& pipeline, std::uint32_t warp) {
  WarpLife life;
  life.rank = pipeline.run.records->rank();
  life.warp = warp;
  add_life(pipeline, life);
  life.role = role_of(life);
  return life;
}

// Those that do anything here.
void add_other_blocks(Pipeline& pipeline) {
  for (std::uint32_t rank = 0; rank < pipeline.run.records->blocks(); ++rank) {
    if (rank == pipeline.run.records->rank()) continue;
    WarpLife life;
    life.rank = rank;
    life.role = Role::elsewhere;
    add_life(pipeline, life);
    const bool is_met = !life.doings.empty() || !life.waits.empty() || !life.arrivals.empty();
    if (is_met) pipeline.warps.push_back(std::move(life));
  }
}

std::vector<std::size_t> begun_by_number(const machine::BarrierRecords& records) {
  std::vector<std::size_t> begun;
  for (std::size_t i = 0; i < records.all().size(); ++i) {
    const BarrierRecord& record = records.all()[i];
    const bool begins =
        record.step == BarrierStep::copy_begins || record.step == BarrierStep::read_begins;
    if (!begins) continue;
    if (record.number >= begun.size()) begun.resize(std::size_t{record.number} + 1);
    begun[record.number] = i;
  }
  return begun;
}

bool happens_to_something(const BarrierRecord& record) {
  return record.step != BarrierStep::commit && record.step != BarrierStep::race;
}

}  // namespace

Pipeline make_pipeline(BarrierRun run) {
  Pipeline pipeline;
  pipeline.order = Order(*run.records, run.trace->events.size());
  pipeline.stages = find_stages(run, pipeline.order);
  pipeline.mbarriers = mbarriers_of(run, pipeline.order);
  pipeline.waits = waits_of(run, pipeline.order);
  pipeline.faults = faults_of(run, pipeline.order, pipeline.stages);
  pipeline.begun = begun_by_number(*run.records);
  pipeline.run = std::move(run);
  const std::uint32_t warps = pipeline.run.trace->launch.warps_per_block();
  for (std::uint32_t warp = 0; warp < warps; ++warp) {
    pipeline.warps.push_back(life_of(pipeline, warp));
  }
  std::ranges::stable_sort(pipeline.warps, {}, &WarpLife::role);
  add_other_blocks(pipeline);
  return pipeline;
}

std::size_t row_of_warp(const Pipeline& pipeline, std::uint32_t warp) {
  return row_of_warp(pipeline, pipeline.run.records->rank(), warp);
}

std::size_t row_of_warp(const Pipeline& pipeline, std::uint32_t rank, std::uint32_t warp) {
  const auto found = std::ranges::find_if(pipeline.warps, [&](const WarpLife& life) {
    return life.rank == rank && (life.role == Role::elsewhere || life.warp == warp);
  });
  return static_cast<std::size_t>(found - pipeline.warps.begin());
}

std::optional<Step> next_happening(const Pipeline& pipeline, Step step, bool goes_back) {
  const auto& records = pipeline.run.records->all();
  std::optional<Step> found;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const Step at = pipeline.order.of_record(i);
    if (!happens_to_something(records[i])) continue;
    if (goes_back && at >= step) break;
    if (goes_back) found = at;
    if (!goes_back && at > step) return at;
  }
  return found;
}

}  // namespace warplens::pipeline
