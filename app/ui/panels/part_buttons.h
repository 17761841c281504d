// At the right end of the ribbon: what opens and closes the parts of the window.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

// In pixels. `has_tabs`: the left column has tabs for some of the parts.
[[nodiscard]] float part_buttons_width(const AppState& app, const Ui& ui, bool has_tabs);
// They end at `end`, the top right corner.
void part_buttons(const AppState& app, Ui& ui, ImVec2 end, bool has_tabs);

}  // namespace warplens::ui
