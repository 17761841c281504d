// Kernels that differ by one idea, as a row of buttons: none, padding, XOR, shift.
#pragma once

#include "app/state/control_list.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// At ImGui's cursor, within the item width that is set: what is too long for it is cut.
void idea_buttons(const AppState& app, Ui& ui, const Control& control);
// In pixels.
[[nodiscard]] float idea_buttons_width(const AppState& app, const Ui& ui, const Control& control);

}  // namespace warplens::ui
