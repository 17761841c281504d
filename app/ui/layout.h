// Where each panel lies, from the window's size and the text's: nothing else in app/ui places
// panels.
//
//   ┌ title bar ──────────────────────────────────────────┐
//   │ card │ ribbon                             │ drawer: │
//   │      │ stage: the hero, of one kernel or  │ table,  │
//   │      │ of two                             │ source, │
//   │      │ caption                            │ findings│
//   │      │ small views        │ key figures   │         │
//   │ transport, which unfolds into the timeline          │
//   └ status bar ─────────────────────────────────────────┘
//
// The hero gets at least half of the window while the drawer is closed. Where the text is too large
// for columns beside the card, table, source and findings share its place behind tabs. A telephone
// held upright has one column: ribbon, stage, caption, transport, and the card with its tabs below.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "app/settings/arrangement.h"
#include "app/ui/compat.h"

namespace warplens::ui {

struct Area {
  float x = 0, y = 0, width = 0, height = 0;
  [[nodiscard]] ImVec2 position() const { return {x, y}; }
  [[nodiscard]] ImVec2 size() const { return {width, height}; }
  [[nodiscard]] bool is_empty() const { return width <= 0 || height <= 0; }
};

// What the left column shows when it has tabs. In the order in which they stand.
enum class ReadingTab : std::uint8_t { lesson, metrics, source, findings };

// Empty where a part is closed.
struct Layout {
  Area title_bar, lesson, controls, stage, caption, row, metrics, source, findings, timeline,
      status_bar;
  bool has_tabs = false;
  Area tabs;
  // By session::Border: what can be dragged.
  std::array<Area, 4> borders;
};

struct LayoutNeeds {
  float unit = 17;            // the body font's size in pixels
  float controls_height = 0;  // what the ribbon needs at the width that it gets; 0: there is none
  float side_height = 0;      // of two kernels: each one's own controls, within the stage
  float metrics_height = 0;   // what the table needs
  float findings_lines = 1;
  float drawer_width = 0;  // what 80 columns of code need
  bool has_transport = true;
  bool has_access = true;       // the caption and the row below the hero have something to say
  bool has_small_views = true;  // that may stand in the row as pictures
  bool wants_whole_pictures = false;  // … whole ones, or their titles alone
  session::Arrangement arrangement;
};

// Too narrow for a column beside the card.
[[nodiscard]] bool has_tabs(ImVec2 window, float unit);
// So narrow and high that everything stands in one column.
[[nodiscard]] bool is_upright(ImVec2 window, float unit);
// Between panels.
[[nodiscard]] float gap_of(float unit);

[[nodiscard]] Layout make_layout(ImVec2 window, const LayoutNeeds& needs);
// The widths that the ribbon and the table get.
[[nodiscard]] float controls_width(ImVec2 window, const LayoutNeeds& needs);
[[nodiscard]] float metrics_width(ImVec2 window, const LayoutNeeds& needs);

// Presenting: a line of title, the hero, its caption where it has one (of two kernels a line more),
// the code beside it.
struct PresentNeeds {
  float unit = 17;  // the body font's size in pixels
  bool has_caption = true, has_two_lines = false, has_code = false;
};
[[nodiscard]] Layout make_present_layout(ImVec2 window, const PresentNeeds& needs);

// The row below the hero: small views where they have room, else their titles; key figures.
struct RowAreas {
  std::vector<Area> views;  // of as many small views as have room
  Area titles;              // of those that have none; empty: there are none
  Area figures;
};
// So high that no small view leaves rows out, as a lesson wants it.
[[nodiscard]] bool shows_whole_pictures(const Area& row, float unit);
// `titles_alone`: no pictures.
[[nodiscard]] RowAreas split_row(const Area& row, std::size_t small_views, float unit,
                                 bool titles_alone);

// The stage's halves for two kernels side by side.
[[nodiscard]] std::array<Area, 2> halves(const Area& stage, float unit);

// One of two kernels' half: its own controls, which get what they need up to a share of it, above
// its hero.
struct SideAreas {
  Area controls, views;
};
[[nodiscard]] SideAreas split_side(const Area& half, float controls_height, float unit);

}  // namespace warplens::ui
