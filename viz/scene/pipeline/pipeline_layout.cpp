#include "viz/scene/pipeline/pipeline_layout.h"

#include <algorithm>
#include <cmath>

#include "viz/pipeline/pipeline_words.h"

namespace warplens::scene {
namespace {

using pipeline::Pipeline;
using pipeline::Role;
using pipeline::Step;
using RowKind = PipelineRow::Kind;

constexpr float kLeastWidth = 8, kLeastHeight = 5;  // of the steps, in text sizes
constexpr float kMostGrowth = 1.5f;                 // of a row beyond what it needs

// A row's height in label sizes: the least, and what shows all of it.
struct RowHeights {
  float least = 1, wanted = 1;
};

RowHeights heights_of(RowKind kind) {
  switch (kind) {
    case RowKind::stage:
      return {1.3f, 3.2f};
    case RowKind::mbarrier:
      return {1.1f, 3.0f};
    case RowKind::warp:
      return {1.1f, 2.1f};
    default:
      return {1.45f, 1.6f};  // words alone: Chinese ones are high
  }
}

void add_warps(const Pipeline& pipeline, Role role, std::vector<PipelineRow>& rows) {
  bool is_first = true;
  for (std::size_t i = 0; i < pipeline.warps.size(); ++i) {
    if (pipeline.warps[i].role != role) continue;
    if (std::exchange(is_first, false)) {
      rows.push_back({RowKind::caption, static_cast<std::uint32_t>(RowKind::warp), role, {}, {}});
    }
    rows.push_back({RowKind::warp, static_cast<std::uint32_t>(i), role, {}, {}});
  }
}

void add_section(RowKind kind, std::size_t count, std::vector<PipelineRow>& rows) {
  if (count == 0) return;
  rows.push_back({RowKind::caption, static_cast<std::uint32_t>(kind), Role::other, {}, {}});
  for (std::size_t i = 0; i < count; ++i) {
    rows.push_back({kind, static_cast<std::uint32_t>(i), Role::other, {}, {}});
  }
}

std::vector<PipelineRow> all_rows(const Pipeline& pipeline) {
  std::vector<PipelineRow> rows;
  add_warps(pipeline, Role::producer, rows);
  add_section(RowKind::stage, pipeline.stages.all.size(), rows);
  add_section(RowKind::mbarrier, pipeline.mbarriers.size(), rows);
  add_warps(pipeline, Role::elsewhere, rows);
  add_warps(pipeline, Role::both, rows);
  add_warps(pipeline, Role::consumer, rows);
  add_warps(pipeline, Role::other, rows);
  return rows;
}

}  // namespace

std::string row_name(const pipeline::WarpLife& life, Language language) {
  if (life.role == Role::elsewhere) return tr("block {}", life.rank).in(language);
  return pipeline::warp_phrase(life.warp).in(language);
}

namespace {

float label_width(const Pipeline& pipeline, const std::vector<PipelineRow>& rows,
                  const Style& style, float most) {
  const float size = label_size(style);
  float width = 0;
  const auto take = [&](const std::string& words) {
    width = std::max(width, style.measure(words, size, false));
  };
  for (const PipelineRow& row : rows) {
    if (row.kind == RowKind::stage) take(pipeline.stages.all[row.index].name());
    if (row.kind == RowKind::mbarrier) take(pipeline.mbarriers[row.index].name);
    if (row.kind == RowKind::warp) {
      take(row_name(pipeline.warps[row.index], style.language));
    }
    if (row.kind == RowKind::caption) {
      take(std::string(pipeline::role_phrase(row.role).in(style.language)));
    }
  }
  return std::min(width + style.text_size * 0.8f, most);
}

// So that all rows have room, as far as their words stay legible.
float fitting_unit(const std::vector<PipelineRow>& rows, float unit, float room,
                   const Style& style) {
  constexpr float kSmallest = 0.6f;
  float least = 0;
  for (const PipelineRow& row : rows) least += heights_of(row.kind).least;
  const float legible = std::max(unit * kSmallest, style.smallest_text * 1.05f);
  return least > 0 ? std::clamp(room / least, std::min(legible, unit), unit) : unit;
}

// The rows from `first` on that have room at their least height.
void keep_in_sight(std::vector<PipelineRow>& rows, std::uint32_t first, float unit, float room,
                   PipelineLayout& layout) {
  float needed = 0;
  for (const PipelineRow& row : rows) needed += heights_of(row.kind).least * unit;
  if (needed <= room) return;
  // The last first row from which on all others have room.
  std::size_t last_first = rows.size();
  float behind = 0;
  while (last_first > 0) {
    behind += heights_of(rows[last_first - 1].kind).least * unit;
    if (behind > room) break;
    --last_first;
  }
  const std::size_t begin = std::min<std::size_t>(first, last_first);
  std::size_t end = begin;
  float height = 0;
  while (end < rows.size() && height + heights_of(rows[end].kind).least * unit <= room) {
    height += heights_of(rows[end++].kind).least * unit;
  }
  layout.hidden_above = static_cast<std::uint32_t>(begin);
  layout.hidden_below = static_cast<std::uint32_t>(rows.size() - end);
  rows.erase(rows.begin() + static_cast<std::ptrdiff_t>(end), rows.end());
  rows.erase(rows.begin(), rows.begin() + static_cast<std::ptrdiff_t>(begin));
}

// Between the least and what is wanted, then beyond that.
void place_rows(std::vector<PipelineRow>& rows, const Box& area, float unit, float label) {
  float least = 0, wanted = 0;
  for (const PipelineRow& row : rows) {
    least += heights_of(row.kind).least * unit;
    wanted += heights_of(row.kind).wanted * unit;
  }
  const float share =
      wanted > least ? std::clamp((area.height - least) / (wanted - least), 0.0f, 1.0f) : 0.0f;
  const float growth = wanted > 0 ? std::clamp(area.height / wanted, 1.0f, kMostGrowth) : 1.0f;
  float y = area.y;
  for (PipelineRow& row : rows) {
    const RowHeights heights = heights_of(row.kind);
    const float height = (heights.least + (heights.wanted - heights.least) * share) * unit * growth;
    const float gap = row.kind == RowKind::caption ? 0 : std::min(3.0f, height * 0.12f);
    row.box = {area.x, y + gap / 2, area.width, height - gap};
    row.label = {0, y, area.x - label, height};
    y += height;
  }
}

}  // namespace

float PipelineLayout::step_width() const {
  return area.width / static_cast<float>(std::max<Step>(window.end - window.begin, 1));
}

float PipelineLayout::x_of(Step step) const {
  const auto ahead = static_cast<float>(static_cast<double>(step) - window.begin);
  return std::clamp(area.x + ahead * step_width(), area.x, area.x + area.width);
}

Step PipelineLayout::step_at(float x) const {
  if (window.end <= window.begin) return window.begin;
  const float at = std::floor((x - area.x) / std::max(step_width(), 1e-6f));
  const auto most = static_cast<float>(window.end - window.begin - 1);
  return window.begin + static_cast<Step>(std::clamp(at, 0.0f, most));
}

const PipelineRow* PipelineLayout::row_of(RowKind kind, std::uint32_t index) const {
  const auto found = std::ranges::find_if(
      rows, [&](const PipelineRow& row) { return row.kind == kind && row.index == index; });
  return found == rows.end() ? nullptr : &*found;
}

PipelineLayout pipeline_layout(const Pipeline& pipeline, const PipelineLook& look, Size size,
                               const Style& style) {
  PipelineLayout layout;
  layout.window = look.window;
  const float unit = label_size(style);
  std::vector<PipelineRow> rows = all_rows(pipeline);
  const float left = label_width(pipeline, rows, style, size.width * 0.28f);
  const float width = size.width - left;
  if (width < style.text_size * kLeastWidth || size.height < style.text_size * kLeastHeight) {
    return layout;
  }
  const float legend = size.height > unit * 14 ? unit * 1.7f : 0;
  const float line = unit * 1.8f, axis = size.height > unit * 9 ? unit * 1.6f : 0;
  layout.legend = {0, 0, size.width, legend};
  layout.area = {left, legend, width, size.height - legend - line - axis};
  const float row_unit = fitting_unit(rows, unit, layout.area.height, style);
  keep_in_sight(rows, look.first_row, row_unit, layout.area.height, layout);
  place_rows(rows, layout.area, row_unit, style.text_size * 0.4f);
  layout.rows = std::move(rows);
  if (!layout.rows.empty()) {
    const Box& last = layout.rows.back().label;
    layout.area.height = last.y + last.height - layout.area.y;
  }
  const float bottom = layout.area.y + layout.area.height;
  layout.axis = {left, bottom, width, axis};
  layout.line = {0, bottom + axis, size.width, line};
  return layout;
}

Step usual_steps(const Pipeline& pipeline) {
  constexpr Step kFew = 160, kMany = 1200;
  Step longest = 0;
  for (const pipeline::Stage& stage : pipeline.stages.all) {
    if (stage.rounds.size() < 2) continue;
    const Step all = stage.rounds.back().fill.begin - stage.rounds.front().fill.begin;
    longest = std::max(longest, all / static_cast<Step>(stage.rounds.size() - 1));
  }
  constexpr Step kTurns = 2;
  return std::min(std::max(pipeline.steps(), 1u), std::clamp(longest * kTurns, kFew, kMany));
}

pipeline::Span window_around(const Pipeline& pipeline, Step step, Step count) {
  const Step steps = std::max(pipeline.steps(), 1u);
  count = std::clamp(count, 1u, steps);
  const Step half = std::max(count / 2, 1u);
  const Step block = step / half * half;
  const Step ahead = (count - half) / 2;
  const Step first = std::min(block > ahead ? block - ahead : 0, steps - count);
  return {first, first + count};
}

}  // namespace warplens::scene
