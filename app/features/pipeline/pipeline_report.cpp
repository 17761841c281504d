#include "app/features/pipeline/pipeline_report.h"

#include <fmt/format.h>

#include <algorithm>

#include "kernels/base/json.h"
#include "viz/pipeline/pipeline_words.h"

namespace warplens::cli {
namespace {

using pipeline::MbarrierLife;
using pipeline::Pipeline;
using pipeline::Round;
using pipeline::Stage;
using pipeline::Step;
using pipeline::Wait;
using pipeline::WarpLife;
using pipeline::Warps;

constexpr std::size_t kMostLines = 40;  // of a section

class Lines {
 public:
  explicit Lines(const ui::Speech& speech) : speech_(&speech) {}

  void title(const Text& words) {
    text_ += "\n" + speech_->say(words) + "\n";
    lines_ = left_out_ = 0;
  }
  void line(const Text& words) {
    if (lines_++ < kMostLines) {
      text_ += "  " + speech_->say(words) + "\n";
    } else {
      ++left_out_;
    }
  }
  void every_line(const Text& words) { text_ += "  " + speech_->say(words) + "\n"; }
  void end_section() {
    if (left_out_ != 0) text_ += "  " + speech_->say(tr("and {} more", left_out_)) + "\n";
  }
  void note(const Text& words) { text_ += speech_->say(words) + "\n"; }
  [[nodiscard]] std::string take() { return std::move(text_); }

 private:
  const ui::Speech* speech_;
  std::string text_;
  std::size_t lines_ = 0, left_out_ = 0;
};

Warps fillers_of(const Stage& stage) {
  Warps warps = 0;
  for (const Round& round : stage.rounds) warps |= round.fillers;
  return warps;
}

std::uint32_t filling_blocks_of(const Stage& stage) {
  std::uint32_t blocks = 0;
  for (const Round& round : stage.rounds) blocks |= round.filling_blocks;
  return blocks;
}

Warps readers_of(const Stage& stage) {
  Warps warps = 0;
  for (const Round& round : stage.rounds) warps |= round.readers;
  return warps;
}

std::size_t fills_of(const WarpLife& life) {
  std::size_t fills = 0;
  for (const pipeline::Doing& doing : life.doings) fills += doing.fills ? doing.count : 0;
  return fills;
}

void add_warps(Lines& lines, const Pipeline& pipeline) {
  lines.title(tr("warps"));
  for (const pipeline::Role role : {pipeline::Role::producer, pipeline::Role::both,
                                    pipeline::Role::consumer, pipeline::Role::other}) {
    Warps warps = 0;
    for (const WarpLife& life : pipeline.warps) {
      if (life.role == role && life.warp < 32) warps |= 1u << life.warp;
    }
    if (warps == 0) continue;
    lines.line(tr("{}: {}", Text(pipeline::role_phrase(role)), pipeline::warp_numbers(warps)));
  }
}

bool is_of_mbarrier(const machine::BarrierRecord& record) {
  return record.step != machine::BarrierStep::cluster_arrive;
}

// What another block does here, each line once.
void add_other_blocks(Lines& lines, const Pipeline& pipeline) {
  if (pipeline.warps.empty() || pipeline.warps.back().role != pipeline::Role::elsewhere) return;
  lines.title(Text(pipeline::role_phrase(pipeline::Role::elsewhere)));
  for (const WarpLife& life : pipeline.warps) {
    if (life.role != pipeline::Role::elsewhere) continue;
    const auto arrivals = std::ranges::count_if(
        life.arrivals, [&](std::size_t i) { return is_of_mbarrier(pipeline.record(i)); });
    lines.line(
        tr("{}: fills of stages here: {}; arrivals at mbarriers here: {}; at barrier.cluster: {}",
           pipeline::name_phrase(life), fills_of(life), arrivals,
           life.arrivals.size() - static_cast<std::size_t>(arrivals)));
  }
  lines.end_section();
}

Text readers_phrase(const Stage& stage) {
  const Warps warps = readers_of(stage);
  return warps == 0 ? Text(tr("nobody")) : pipeline::warps_phrase(warps);
}

void add_stages(Lines& lines, const Pipeline& pipeline) {
  if (pipeline.stages.all.empty()) return;
  lines.title(tr("stages"));
  for (const Stage& stage : pipeline.stages.all) {
    lines.line(tr("{}: {} bytes; fills: {}, by {}; read by {}", stage.name(), stage.bytes(),
                  stage.rounds.size(),
                  pipeline::fillers_phrase(fillers_of(stage), filling_blocks_of(stage)),
                  readers_phrase(stage)));
  }
  if (pipeline.stages.are_left_out) lines.line(tr("more stages than are shown"));
  lines.end_section();
}

void add_mbarriers(Lines& lines, const Pipeline& pipeline) {
  if (pipeline.mbarriers.empty()) return;
  lines.title(tr("mbarriers"));
  for (const MbarrierLife& life : pipeline.mbarriers) {
    const auto ended = std::ranges::count_if(
        life.phases, [](const pipeline::Phase& phase) { return phase.ended_by.has_value(); });
    lines.line(tr("{}: phases that end: {}; at most {} arrivals and {} bytes to come", life.name,
                  ended, life.most_pending, life.most_bytes));
  }
  lines.end_section();
}

void add_waits(Lines& lines, const Pipeline& pipeline) {
  lines.title(tr("who waits for whom"));
  std::size_t at_once = 0;
  for (const Wait& wait : pipeline.waits) {
    if (wait.was_long() || !wait.is_over) {
      lines.line(pipeline::wait_line(pipeline, wait));
    } else {
      ++at_once;
    }
  }
  lines.end_section();
  lines.every_line(tr("waits that are over at once: {}", at_once));
}

void add_faults(Lines& lines, const Pipeline& pipeline) {
  if (pipeline.faults.empty()) return;
  lines.title(tr("too early"));
  for (const pipeline::Fault& fault : pipeline.faults) {
    lines.line(pipeline::fault_line(pipeline, fault));
  }
  lines.end_section();
}

void add_steps(Lines& lines, const Pipeline& pipeline) {
  lines.title(tr("steps"));
  for (std::size_t i = 0; i < pipeline.run.records->all().size(); ++i) {
    const Step step = pipeline.order.of_record(i);
    lines.every_line(tr("{}: {}", step + 1, pipeline::step_line(pipeline, step)));
  }
}

Json numbers_of(Warps warps) {
  Json numbers = Json::array();
  for (std::uint32_t warp = 0; warp < 32; ++warp) {
    if ((warps >> warp & 1) != 0) numbers.push_back(warp);
  }
  return numbers;
}

Json span_json(const pipeline::Span& span) { return {span.begin + 1, span.end}; }

Json round_json(const Round& round) {
  Json json = {{"filled", span_json(round.fill)},
               {"fillers", numbers_of(round.fillers)},
               {"filling_blocks", numbers_of(round.filling_blocks)},
               {"readers", numbers_of(round.readers)},
               {"fills", round.fills},
               {"reads", round.reads}};
  json["read"] = round.read ? span_json(*round.read) : Json(nullptr);
  return json;
}

Json stage_json(const Stage& stage) {
  Json parts = Json::array(), rounds = Json::array();
  for (const pipeline::StagePart& part : stage.parts) {
    parts.push_back({{"array", part.array}, {"begin", part.bytes.begin}, {"end", part.bytes.end}});
  }
  for (const Round& round : stage.rounds) rounds.push_back(round_json(round));
  return {{"name", stage.name()},
          {"bytes", stage.bytes()},
          {"parts", std::move(parts)},
          {"rounds", std::move(rounds)}};
}

Json mbarrier_json(const MbarrierLife& life) {
  Json phases = Json::array(), steps = Json::array();
  for (const pipeline::Phase& phase : life.phases) {
    phases.push_back({{"steps", span_json(phase.at)},
                      {"parity", phase.parity ? 1 : 0},
                      {"ends", phase.ended_by.has_value()}});
  }
  for (const pipeline::MbarrierStep& step : life.steps) {
    steps.push_back({step.at + 1, step.after.pending, step.after.bytes, step.after.phase ? 1 : 0});
  }
  return {{"name", life.name},
          {"offset", life.offset},
          {"phases", std::move(phases)},
          {"changes", std::move(steps)}};
}

const char* name_of(Wait::For what) {
  switch (what) {
    case Wait::For::mbarrier:
      return "mbarrier";
    case Wait::For::copies:
      return "cp_async";
    case Wait::For::bulk:
      return "bulk";
    case Wait::For::wgmma:
      return "wgmma";
    case Wait::For::cluster:
      return "cluster";
    default:
      return "barrier";
  }
}

Json wait_json(const Pipeline& pipeline, const Wait& wait) {
  Json json = {{"warp", wait.warp},
               {"for", name_of(wait.what)},
               {"steps", span_json(wait.at)},
               {"is_over", wait.is_over}};
  json["name"] = wait.what == Wait::For::mbarrier
                     ? Json(pipeline::mbarrier_name(pipeline, wait.offset))
                     : Json(nullptr);
  json["ended_by_warp"] =
      wait.ended_by ? Json(pipeline.record(*wait.ended_by).warp) : Json(nullptr);
  json["ended_by_rank"] =
      wait.ended_by ? Json(pipeline.record(*wait.ended_by).rank) : Json(nullptr);
  json["ended_at"] =
      wait.ended_by ? Json(pipeline.order.of_record(*wait.ended_by) + 1) : Json(nullptr);
  return json;
}

const char* name_of(pipeline::Fault::Kind kind) {
  if (kind == pipeline::Fault::Kind::read_early) return "read_early";
  return kind == pipeline::Fault::Kind::filled_twice ? "filled_twice" : "overwritten_early";
}

const char* name_of(pipeline::Role role) {
  switch (role) {
    case pipeline::Role::producer:
      return "producer";
    case pipeline::Role::both:
      return "both";
    case pipeline::Role::consumer:
      return "consumer";
    default:
      return "other";
  }
}

Json warps_json(const Pipeline& pipeline) {
  Json json = Json::array();
  for (const WarpLife& life : pipeline.warps) {
    if (life.role == pipeline::Role::elsewhere) continue;
    json.push_back({{"warp", life.warp}, {"role", name_of(life.role)}});
  }
  return json;
}

Json arrival_json(const Pipeline& pipeline, std::size_t index) {
  const machine::BarrierRecord& record = pipeline.record(index);
  Json json = {{"step", pipeline.order.of_record(index) + 1}, {"warp", record.warp}};
  json["mbarrier"] = is_of_mbarrier(record) ? Json(pipeline::mbarrier_name(pipeline, record.offset))
                                            : Json(nullptr);
  return json;
}

Json other_blocks_json(const Pipeline& pipeline) {
  Json json = Json::array();
  for (const WarpLife& life : pipeline.warps) {
    if (life.role != pipeline::Role::elsewhere) continue;
    Json arrivals = Json::array(), waits = Json::array();
    for (const std::size_t i : life.arrivals) arrivals.push_back(arrival_json(pipeline, i));
    for (const std::size_t i : life.waits) waits.push_back(span_json(pipeline.waits[i].at));
    json.push_back({{"rank", life.rank},
                    {"fills", fills_of(life)},
                    {"arrivals", std::move(arrivals)},
                    {"waits", std::move(waits)}});
  }
  return json;
}

Json faults_json(const Pipeline& pipeline) {
  Json json = Json::array();
  for (const pipeline::Fault& fault : pipeline.faults) {
    json.push_back({{"kind", name_of(fault.kind)},
                    {"step", fault.at + 1},
                    {"stage", pipeline.stages.all[fault.stage].name()},
                    {"warp", fault.warp},
                    {"other_warp", fault.other_warp},
                    {"finding", fault.finding}});
  }
  return json;
}

}  // namespace

std::string pipeline_text(const ui::Speech& speech, const PipelineReport& report, bool says_steps) {
  const Pipeline& pipeline = report.pipeline;
  Lines lines(speech);
  lines.note(report.launches == 1
                 ? tr("{}: block {}, {} steps", report.kernel, report.block, pipeline.steps())
                 : tr("{}: launch {} of {}, block {}, {} steps", report.kernel, report.launch + 1,
                      report.launches, report.block, pipeline.steps()));
  lines.note(ui::text(ui::Str::pipeline_order));
  if (pipeline.run.records->is_cut()) lines.note(ui::text(ui::Str::pipeline_cut));
  if (pipeline.is_empty()) {
    lines.note(ui::text(ui::Str::pipeline_none));
    return lines.take();
  }
  if (pipeline.stages.are_stored && !pipeline.stages.all.empty()) {
    lines.note(ui::text(ui::Str::pipeline_stored));
  }
  add_warps(lines, pipeline);
  add_other_blocks(lines, pipeline);
  add_stages(lines, pipeline);
  add_mbarriers(lines, pipeline);
  add_waits(lines, pipeline);
  add_faults(lines, pipeline);
  if (says_steps) add_steps(lines, pipeline);
  return lines.take();
}

Json pipeline_json(const PipelineReport& report) {
  const Pipeline& pipeline = report.pipeline;
  Json stages = Json::array(), mbarriers = Json::array(), waits = Json::array();
  for (const Stage& stage : pipeline.stages.all) stages.push_back(stage_json(stage));
  for (const MbarrierLife& life : pipeline.mbarriers) mbarriers.push_back(mbarrier_json(life));
  for (const Wait& wait : pipeline.waits) {
    const bool is_own = wait.rank == pipeline.run.records->rank();
    if (is_own) waits.push_back(wait_json(pipeline, wait));
  }
  return {{"kernel", report.kernel},
          {"launch", report.launch},
          {"block", report.block},
          {"steps", pipeline.steps()},
          {"is_cut", pipeline.run.records->is_cut()},
          {"stages_are_stored", pipeline.stages.are_stored},
          {"warps", warps_json(pipeline)},
          {"stages", std::move(stages)},
          {"mbarriers", std::move(mbarriers)},
          {"waits", std::move(waits)},
          {"rank", pipeline.run.records->rank()},
          {"cluster_blocks", pipeline.run.records->blocks()},
          {"other_blocks", other_blocks_json(pipeline)},
          {"too_early", faults_json(pipeline)}};
}

}  // namespace warplens::cli
