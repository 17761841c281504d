// What stands in the ribbon, cell by cell, and where each cell does; nothing is drawn here.
#pragma once

#include <string>
#include <vector>

#include "app/state/control_list.h"
#include "app/ui/panels/ribbon_states.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// A place in the ribbon: a control, the kernel's name, what a capture says about itself, or the
// commands that end and turn a comparison.
struct Cell {
  enum class Kind : std::uint8_t { control, title, fact, commands };
  Kind kind = Kind::control;
  Control control;
  std::size_t number = kNoControl;  // of a control, as Tab counts them
  std::string label, value;         // of a fact; a title's value is the name
};

// Of one kernel: everything. Of two: what they share, and the comparison's commands.
[[nodiscard]] std::vector<Cell> common_cells(const AppState& app, const Ui& ui);
// What one of two kernels has of its own.
[[nodiscard]] std::vector<Cell> own_cells(const AppState& app, const Ui& ui, session::Side side);

// What stands before the widget; empty for what says it itself.
[[nodiscard]] std::string phrase_before(const AppState& app, const Ui& ui, const Cell& cell);

// A cell's parts in pixels, from its left end: words, a slider's value, the widget, what the value
// says.
struct Parts {
  float words = 0, value = 0, widget = 0, meaning = 0;
  [[nodiscard]] float width() const { return words + value + widget + meaning; }
};

// Where a cell stands, from the ribbon's first place on.
struct CellPlace {
  ImVec2 at{0, 0};
  Parts parts;
};

[[nodiscard]] float ribbon_row_height(const Ui& ui);
// Row below row, in `room` pixels; `reserved`: what stands at the right end of the first row. What
// sizes say, and titles of buttons, are left out where they would take a row more.
[[nodiscard]] std::vector<CellPlace> places_of(const AppState& app, const Ui& ui,
                                               const std::vector<Cell>& cells, float room,
                                               float reserved);

}  // namespace warplens::ui
