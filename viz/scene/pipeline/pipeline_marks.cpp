#include "viz/scene/pipeline/pipeline_marks.h"

#include <algorithm>
#include <cmath>

#include "viz/pipeline/pipeline_words.h"

namespace warplens::scene {
namespace {

using pipeline::Pipeline;
using pipeline::Step;
using Kind = PipelineMark::Kind;

constexpr float kNearPixels = 5;

// A fault of the stage near x.
std::optional<PipelineMark> fault_at(const Pipeline& pipeline, const PipelineLayout& layout,
                                     std::uint32_t stage, float x) {
  std::optional<PipelineMark> nearest;
  float distance = kNearPixels;
  for (std::size_t i = 0; i < pipeline.faults.size(); ++i) {
    const pipeline::Fault& fault = pipeline.faults[i];
    if (fault.stage != stage || !layout.window.contains(fault.at)) continue;
    const float away = std::abs(layout.x_of(fault.at) + layout.step_width() / 2 - x);
    if (away > std::max(distance, layout.step_width() / 2)) continue;
    distance = std::min(distance, away);
    nearest = PipelineMark{Kind::fault, stage, static_cast<std::uint32_t>(i), fault.at};
  }
  return nearest;
}

template <class Items, class SpanOf>
std::optional<std::uint32_t> item_at(const Items& items, Step step, SpanOf span_of) {
  for (std::size_t i = items.size(); i > 0; --i) {
    if (span_of(items[i - 1]).contains(step)) return static_cast<std::uint32_t>(i - 1);
  }
  return std::nullopt;
}

PipelineMark mark_of_stage(const Pipeline& pipeline, const PipelineLayout& layout,
                           std::uint32_t stage, float x) {
  if (const auto fault = fault_at(pipeline, layout, stage, x)) return *fault;
  const Step step = layout.step_at(x);
  const auto bands = bands_of(pipeline.stages.all[stage], pipeline.steps());
  const auto band = item_at(bands, step, [](const auto& each) { return each.at; });
  if (!band) return {Kind::step, 0, 0, step};
  return {Kind::stage, stage, *band, step};
}

// What another block does to it.
bool is_of_another_block(const Pipeline& pipeline, std::uint32_t mbarrier, Step step) {
  const auto& steps = pipeline.mbarriers[mbarrier].steps;
  const auto found = std::ranges::find(steps, step, &pipeline::MbarrierStep::at);
  return found != steps.end() &&
         pipeline.record(found->record).rank != pipeline.run.records->rank();
}

PipelineMark mark_of_mbarrier(const Pipeline& pipeline, std::uint32_t mbarrier, Step step) {
  if (is_of_another_block(pipeline, mbarrier, step)) return {Kind::step, 0, 0, step};
  const auto phase =
      item_at(pipeline.mbarriers[mbarrier].phases, step, [](const auto& each) { return each.at; });
  if (!phase) return {Kind::step, 0, 0, step};
  return {Kind::phase, mbarrier, *phase, step};
}

PipelineMark mark_of_warp(const Pipeline& pipeline, std::uint32_t warp, Step step) {
  const pipeline::WarpLife& life = pipeline.warps[warp];
  const auto doing = item_at(life.doings, step, [](const auto& each) { return each.at; });
  if (doing) return {Kind::doing, warp, *doing, step};
  const auto wait =
      item_at(life.waits, step, [&](std::size_t each) { return pipeline.waits[each].at; });
  if (wait) return {Kind::wait, warp, *wait, step};
  return {Kind::step, 0, 0, step};
}

}  // namespace

std::optional<PipelineMark> pipeline_at(const Pipeline& pipeline, const PipelineLayout& layout,
                                        float x, float y) {
  if (x < layout.area.x || x > layout.area.x + layout.area.width) return std::nullopt;
  const Step step = layout.step_at(x);
  for (const PipelineRow& row : layout.rows) {
    if (y < row.label.y || y >= row.label.y + row.label.height) continue;
    switch (row.kind) {
      case PipelineRow::Kind::stage:
        return mark_of_stage(pipeline, layout, row.index, x);
      case PipelineRow::Kind::mbarrier:
        return mark_of_mbarrier(pipeline, row.index, step);
      case PipelineRow::Kind::warp:
        return mark_of_warp(pipeline, row.index, step);
      default:
        return PipelineMark{Kind::step, 0, 0, step};
    }
  }
  const bool is_on_axis = y >= layout.axis.y && y < layout.axis.y + layout.axis.height;
  if (!is_on_axis) return std::nullopt;
  return PipelineMark{Kind::step, 0, 0, step};
}

std::string pipeline_words(const Pipeline& pipeline, const PipelineMark& mark, Language language) {
  switch (mark.kind) {
    case Kind::stage: {
      const auto bands = bands_of(pipeline.stages.all[mark.row], pipeline.steps());
      return stage_line(pipeline, mark.row, bands[mark.item]).in(language);
    }
    case Kind::phase:
      return phase_line(pipeline, pipeline.mbarriers[mark.row], mark.item).in(language);
    case Kind::wait:
      return wait_line(pipeline, pipeline.waits[pipeline.warps[mark.row].waits[mark.item]])
          .in(language);
    case Kind::doing: {
      const pipeline::WarpLife& life = pipeline.warps[mark.row];
      return doing_line(pipeline, life, life.doings[mark.item]).in(language);
    }
    case Kind::fault:
      return fault_line(pipeline, pipeline.faults[mark.item]).in(language);
    default:
      break;
  }
  const auto fault = std::ranges::find(pipeline.faults, mark.step, &pipeline::Fault::at);
  if (fault != pipeline.faults.end()) return fault_line(pipeline, *fault).in(language);
  return tr("step {}: {}", mark.step + 1, step_line(pipeline, mark.step)).in(language);
}

}  // namespace warplens::scene
