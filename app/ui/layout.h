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
//
// Where the text is too large for three columns, lesson, metrics, source and findings share the
// left one behind tabs, and the timeline takes the whole width.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "app/ui/compat.h"

namespace warplens::ui {

struct Area {
  float x = 0, y = 0, width = 0, height = 0;
  [[nodiscard]] ImVec2 position() const { return {x, y}; }
  [[nodiscard]] ImVec2 size() const { return {width, height}; }
};

// What the left column shows when it has tabs. In the order in which they stand.
enum class ReadingTab : std::uint8_t { lesson, metrics, source, findings };

struct Layout {
  Area title_bar, lesson, controls, stage, timeline, metrics, source, findings, status_bar;
  bool has_tabs = false;
  Area tabs;
};

struct LayoutNeeds {
  float unit = 17;            // the body font's size in pixels
  float controls_height = 0;  // what the controls need at the width they get
  float metrics_height = 0;   // likewise
  float findings_lines = 1;
};

[[nodiscard]] Layout make_layout(ImVec2 window, const LayoutNeeds& needs);

// How many of `count` views have room: the large one, and those in a row below it.
[[nodiscard]] std::size_t views_that_fit(const Area& stage, std::size_t count, float unit);
// Places `count` views: the first one large, the others in a row below it.
[[nodiscard]] std::vector<Area> place_views(const Area& stage, std::size_t count, float unit);

// The stage's halves for two kernels side by side.
[[nodiscard]] std::array<Area, 2> halves(const Area& stage, float unit);

// One of two kernels' half: its own controls, which get what they need up to a share of it, above
// its views.
struct SideAreas {
  Area controls, views;
};
[[nodiscard]] SideAreas split_side(const Area& half, float controls_height, float unit);

// The widths that the controls and the metrics get.
[[nodiscard]] float controls_width(ImVec2 window, float unit);
[[nodiscard]] float metrics_width(ImVec2 window, float unit);

}  // namespace warplens::ui
