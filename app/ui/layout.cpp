#include "app/ui/layout.h"

#include <algorithm>

namespace warplens::ui {
namespace {

// In units of text.
constexpr float kGap = 0.5f;             // between panels
constexpr float kThreeColumns = 62;      // the narrowest window that has them
constexpr float kNarrowestView = 10;     // of those below the large one
constexpr float kLowestTwoRows = 17.5f;  // of a stage with views below the large one

struct Columns {
  float lesson, center, right, gap;
};

bool has_tabs(ImVec2 window, float unit) { return window.x < kThreeColumns * unit; }

Columns columns_of(ImVec2 window, float unit) {
  Columns columns{};
  columns.gap = unit * kGap;
  if (has_tabs(window, unit)) {
    columns.lesson = std::clamp(window.x * 0.38f, unit * 12, unit * 20);
    columns.center = window.x - columns.lesson - 3 * columns.gap;
    return columns;
  }
  columns.lesson = std::clamp(window.x * 0.23f, unit * 16, unit * 26);
  columns.right = std::clamp(window.x * 0.29f, unit * 18, unit * 34);
  columns.center = std::max(unit * 10, window.x - columns.lesson - columns.right - 4 * columns.gap);
  return columns;
}

// Controls that would leave too little for the stage scroll.
float controls_share(float needed, float room) { return std::min(needed, room * 0.42f); }

void place_center(Layout& layout, const Area& room, const LayoutNeeds& needs, float gap) {
  const float controls = controls_share(needs.controls_height, room.height);
  layout.controls = {room.x, room.y, room.width, controls};
  layout.stage = {room.x, room.y + controls + gap, room.width, room.height - controls - gap};
}

void place_right(Layout& layout, const Area& room, const LayoutNeeds& needs, float gap) {
  const float unit = needs.unit;
  const float findings = unit * (2.6f + 1.35f * needs.findings_lines);
  const float metrics = std::min(needs.metrics_height, room.height - findings - unit * 10);
  const float bottom = room.y + room.height;
  layout.metrics = {room.x, room.y, room.width, metrics};
  layout.findings = {room.x, bottom - findings, room.width, findings};
  const float top = room.y + metrics + gap;
  layout.source = {room.x, top, room.width, layout.findings.y - gap - top};
}

void place_with_tabs(Layout& layout, ImVec2 window, const LayoutNeeds& needs, float top,
                     float bottom) {
  const Columns columns = columns_of(window, needs.unit);
  const float gap = columns.gap;
  const float timeline = std::clamp(window.y * 0.17f, needs.unit * 5.5f, needs.unit * 11);
  layout.timeline = {gap, bottom - timeline, window.x - 2 * gap, timeline};
  const float end = layout.timeline.y - gap;
  layout.has_tabs = true;
  layout.tabs = {gap, top, columns.lesson, needs.unit * 1.9f};
  const float reading = top + layout.tabs.height;
  layout.lesson = {gap, reading, columns.lesson, end - reading};
  layout.metrics = layout.source = layout.findings = layout.lesson;
  place_center(layout, {columns.lesson + 2 * gap, top, columns.center, end - top}, needs, gap);
}

void place_three_columns(Layout& layout, ImVec2 window, const LayoutNeeds& needs, float top,
                         float bottom) {
  const Columns columns = columns_of(window, needs.unit);
  const float gap = columns.gap;
  layout.lesson = {gap, top, columns.lesson, bottom - top};
  const float left = layout.lesson.x + columns.lesson + gap;
  const float timeline = std::clamp(window.y * 0.17f, needs.unit * 7.5f, needs.unit * 11);
  layout.timeline = {left, bottom - timeline, window.x - gap - left, timeline};
  const float height = layout.timeline.y - gap - top;
  place_center(layout, {left, top, columns.center, height}, needs, gap);
  const float right = left + columns.center + gap;
  place_right(layout, {right, top, window.x - gap - right, height}, needs, gap);
}

}  // namespace

std::size_t views_that_fit(const Area& stage, std::size_t count, float unit) {
  if (count < 2 || stage.height < unit * kLowestTwoRows) return std::min<std::size_t>(count, 1);
  const float below = (stage.width + unit * kGap) / (unit * (kNarrowestView + kGap));
  return std::min(count, 1 + static_cast<std::size_t>(std::max(below, 1.0f)));
}

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

SideAreas split_side(const Area& half, float controls_height, float unit) {
  const float gap = unit * kGap;
  const float controls = controls_share(controls_height, half.height);
  const float top = half.y + controls + gap;
  return {{half.x, half.y, half.width, controls},
          {half.x, top, half.width, half.y + half.height - top}};
}

float controls_width(ImVec2 window, float unit) { return columns_of(window, unit).center; }

float metrics_width(ImVec2 window, float unit) {
  const Columns columns = columns_of(window, unit);
  return has_tabs(window, unit) ? columns.lesson : columns.right;
}

Layout make_layout(ImVec2 window, const LayoutNeeds& needs) {
  const float unit = needs.unit;
  const float gap = unit * kGap;
  Layout layout;
  layout.title_bar = {0, 0, window.x, unit * 2.5f};
  layout.status_bar = {0, window.y - unit * 1.7f, window.x, unit * 1.7f};
  const float top = layout.title_bar.height + gap;
  const float bottom = layout.status_bar.y - gap;
  const auto place = has_tabs(window, unit) ? place_with_tabs : place_three_columns;
  place(layout, window, needs, top, bottom);
  return layout;
}

}  // namespace warplens::ui
