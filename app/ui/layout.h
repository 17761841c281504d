// Where each panel lies, from the window's size and the text's: nothing else in app/ui places
// panels.
//
//   ┌ title bar ───────────────────────────────────────────────┐
//   │ lesson │ controls                        │ metrics       │
//   │        │ bank view                       │ source        │
//   │        │ tile view │ punch card │ matrix │ findings      │
//   │        │ timeline                                        │
//   └ status bar ──────────────────────────────────────────────┘
#pragma once

#include "app/ui/compat.h"

namespace warplens::ui {

struct Area {
  float x = 0, y = 0, width = 0, height = 0;
  [[nodiscard]] ImVec2 position() const { return {x, y}; }
  [[nodiscard]] ImVec2 size() const { return {width, height}; }
};

struct Layout {
  Area title_bar, lesson, controls, bank_view, tile_view, punch_card, matrix_view, timeline,
      metrics, source, findings, status_bar;
};

struct LayoutNeeds {
  float unit = 17;            // the body font's size in pixels
  float controls_height = 0;  // what the controls need at the width they get
  float findings_lines = 1;
};

[[nodiscard]] Layout make_layout(ImVec2 window, const LayoutNeeds& needs);

// The width that the controls get.
[[nodiscard]] float controls_width(ImVec2 window, float unit);

}  // namespace warplens::ui
