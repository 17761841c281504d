#include "app/ui/layout.h"

#include <algorithm>

namespace warplens::ui {
namespace {

struct Columns {
  float lesson, center, right, gap;
};

Columns columns_of(ImVec2 window, float unit) {
  Columns columns{};
  columns.gap = unit * 0.5f;
  columns.lesson = std::clamp(window.x * 0.23f, unit * 16, unit * 26);
  columns.right = std::clamp(window.x * 0.29f, unit * 18, unit * 34);
  columns.center = std::max(unit * 10, window.x - columns.lesson - columns.right - 4 * columns.gap);
  return columns;
}

}  // namespace

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
  const float bank_top = top + needs.controls_height + gap;
  // The bank view's rows carry lane numbers once they are high enough, so it takes the lion's
  // share.
  const float stage_height = stage_bottom - bank_top - gap;
  const float bank_height =
      std::max(stage_height * 0.5f, stage_height - std::max(stage_height * 0.33f, unit * 9));
  layout.bank_view = {left, bank_top, columns.center, bank_height};
  const float third = (columns.center - 2 * gap) / 3;
  const float lower = bank_top + bank_height + gap;
  layout.tile_view = {left, lower, third, stage_bottom - lower};
  layout.punch_card = {left + third + gap, lower, third, stage_bottom - lower};
  layout.matrix_view = {left + 2 * (third + gap), lower, third, stage_bottom - lower};

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
