// One control of a kernel: a combo, buttons, a slider or a choice, made from the family's
// descriptor.
#pragma once

#include "app/state/control_list.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// The slider being dragged: all of it is one change.
struct DraggedControl {
  std::string name;  // empty: none
};

// Each draws into the item width that is set.
void control_widget(const AppState& app, Ui& ui, const Control& control);

// "Rows"; the family's title above its variants. Empty for `compare`, whose widget says it.
[[nodiscard]] std::string control_label(const AppState& app, const Ui& ui, const Control& control);
// A slider's value, which stands beside its label; empty for others.
[[nodiscard]] std::string control_value(const AppState& app, const Control& control);

// What any control stands at: "34", "rows", "tile_padded", "2 of 3".
[[nodiscard]] std::string chosen_phrase(const AppState& app, const Ui& ui, const Control& control);

// The width at which a list's longest choice is whole, its arrow with it; 0 for others.
[[nodiscard]] float choice_width(const AppState& app, const Ui& ui, const Control& control);

// What a slider's value says in words, which stand behind it: "one float more than the tile". Empty
// for others.
[[nodiscard]] std::string control_meaning(const AppState& app, const Ui& ui,
                                          const Control& control);
// Room for the words of its values, so that nothing moves while it is dragged; 0 without words.
[[nodiscard]] float meaning_width(const AppState& app, const Ui& ui, const Control& control);

// "tile_padded", or the name of the file that is shown.
[[nodiscard]] std::string short_name(const session::Selection& selection);
// What tells one of two kernels from the other: its short name; of one file's two versions "before"
// and "after", of a captured program's two launches their names.
[[nodiscard]] std::string side_name(const AppState& app, const Ui& ui, session::Side side);

}  // namespace warplens::ui
