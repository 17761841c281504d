// Where each panel lies, from the window's size and the text's: nothing else in app/ui places
// panels.
//
//   ┌ title bar ───────────────────────────────────┐
//   │ lesson │ controls            │ metrics       │
//   │        │ stage: one or two   │ source        │
//   │        │ kernels, each with  │ findings      │
//   │        │ its views           │               │
//   │        │ timeline                            │
//   └ status bar ──────────────────────────────────┘
#pragma once

#include <array>
#include <vector>

#include "app/ui/compat.h"

namespace warplens::ui {

struct Area {
  float x = 0, y = 0, width = 0, height = 0;
  [[nodiscard]] ImVec2 position() const { return {x, y}; }
  [[nodiscard]] ImVec2 size() const { return {width, height}; }
};

struct Layout {
  Area title_bar, lesson, controls, stage, timeline, metrics, source, findings, status_bar;
};

struct LayoutNeeds {
  float unit = 17;            // the body font's size in pixels
  float controls_height = 0;  // what the controls need at the width they get
  float findings_lines = 1;
};

[[nodiscard]] Layout make_layout(ImVec2 window, const LayoutNeeds& needs);

// Places `count` views: the first one large, the others in a row below it.
[[nodiscard]] std::vector<Area> place_views(const Area& stage, std::size_t count, float unit);

// The stage's halves for two kernels side by side.
[[nodiscard]] std::array<Area, 2> halves(const Area& stage, float unit);

// The width that the controls get.
[[nodiscard]] float controls_width(ImVec2 window, float unit);

}  // namespace warplens::ui
