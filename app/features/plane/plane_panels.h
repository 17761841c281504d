// A matrix as a motion of the plane, and the cross product in space, whatever kernel is on the
// stage. Handles are dragged or moved by keys, numbers are typed; each change can be undone.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

void plane_panel(const AppState& app, Ui& ui, const Area& area);
void space_panel(const AppState& app, Ui& ui, const Area& area);

// "A = 3 1; 0 2"; of the space both vectors.
[[nodiscard]] std::string plane_phrase(const AppState& app, const Ui& ui);
[[nodiscard]] std::string space_phrase(const AppState& app, const Ui& ui);

}  // namespace warplens::ui
