// The ribbon above the picture: controls made from the family's descriptor, for nothing here knows
// a kernel by name, and what opens and closes the parts of the window.
//
//   control_list (state) ─► cells ─► places ─► widgets
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

// Heights in pixels. `has_tabs`: the left column has tabs for some of the window's parts.
[[nodiscard]] float controls_height(const AppState& app, const Ui& ui, float width, bool has_tabs);
void controls_panel(const AppState& app, Ui& ui, const Area& area, bool has_tabs);
// The controls of one of two kernels, that of ui.side.
[[nodiscard]] float side_controls_height(const AppState& app, const Ui& ui, float width,
                                         session::Side side);
void side_controls(const AppState& app, Ui& ui, const Area& area);

}  // namespace warplens::ui
