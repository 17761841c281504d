#include "app/ui/layout.h"

#include <algorithm>

namespace warplens::ui {
namespace {

constexpr float kGap = 0.5f;  // between panels, in units of text

struct Columns {
  float lesson, center, right, gap;
};

Columns columns_of(ImVec2 window, float unit) {
  Columns columns{};
  columns.gap = unit * kGap;
  columns.lesson = std::clamp(window.x * 0.23f, unit * 16, unit * 26);
  columns.right = std::clamp(window.x * 0.29f, unit * 18, unit * 34);
  columns.center = std::max(unit * 10, window.x - columns.lesson - columns.right - 4 * columns.gap);
  return columns;
}

}  // namespace

std::vector<Area> place_views(const Area& stage, std::size_t count, float unit) {
  if (count == 0) return {};
  if (count == 1) return {stage};
  const float gap = unit * kGap;
  const float room = stage.height - gap;
  // The large view's rows carry lane numbers once they are high enough, so it takes the lion's
  // share.
  const float large = std::max(room * 0.5f, room - std::max(room * 0.33f, unit * 9));
  std::vector<Area> areas{{stage.x, stage.y, stage.width, large}};
  const auto below = static_cast<float>(count - 1);
  const float width = (stage.width - gap * (below - 1)) / below;
  for (std::size_t i = 0; i + 1 < count; ++i) {
    const float x = stage.x + static_cast<float>(i) * (width + gap);
    areas.push_back({x, stage.y + large + gap, width, room - large});
  }
  return areas;
}

std::array<Area, 2> halves(const Area& stage, float unit) {
  const float gap = unit * kGap;
  const float width = (stage.width - gap) / 2;
  return {Area{stage.x, stage.y, width, stage.height},
          Area{stage.x + width + gap, stage.y, width, stage.height}};
}

float controls_width(ImVec2 window, float unit) { return columns_of(window, unit).center; }

Layout make_layout(ImVec2 window, const LayoutNeeds& needs) {
  const float unit = needs.unit;
  const Columns columns = columns_of(window, unit);
  const float gap = columns.gap;
  Layout layout;
  layout.title_bar = {0, 0, window.x, unit * 2.5f};
  layout.status_bar = {0, window.y - unit * 1.7f, window.x, unit * 1.7f};

  const float top = layout.title_bar.height + gap;
  const float bottom = layout.status_bar.y - gap;
  layout.lesson = {gap, top, columns.lesson, bottom - top};

  const float left = layout.lesson.x + columns.lesson + gap;
  const float timeline_height = std::clamp(window.y * 0.17f, unit * 7.5f, unit * 11);
  layout.timeline = {left, bottom - timeline_height, window.x - gap - left, timeline_height};

  const float stage_bottom = layout.timeline.y - gap;
  layout.controls = {left, top, columns.center, needs.controls_height};
  const float stage_top = top + needs.controls_height + gap;
  layout.stage = {left, stage_top, columns.center, stage_bottom - stage_top};

  const float right = left + columns.center + gap;
  const float right_width = window.x - gap - right;
  layout.metrics = {right, top, right_width, unit * 14.7f};
  const float findings_height =
      unit * (2.6f + 1.35f * std::clamp(needs.findings_lines, 1.0f, 3.0f));
  layout.findings = {right, stage_bottom - findings_height, right_width, findings_height};
  const float source_top = top + layout.metrics.height + gap;
  layout.source = {right, source_top, right_width, layout.findings.y - gap - source_top};
  return layout;
}

}  // namespace warplens::ui
