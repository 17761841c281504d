// Views that stand by themselves, one panel a file. Each draws the side that ui.side names into its
// area from const state and asks for changes through ui.ask().
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

void image_panel(const AppState& app, Ui& ui, const Area& area);
void occupancy_panel(const AppState& app, Ui& ui, const Area& area);
// How the values of the current event's block come together.
void reduction_panel(const AppState& app, Ui& ui, const Area& area);
// The tile of C of the current event's block, and what feeds it.
void gemm_panel(const AppState& app, Ui& ui, const Area& area);
// What kernels take of a multiprocessor by architecture: one, or two side by side.
void resources_panel(const AppState& app, Ui& ui, const Area& area);
// How far sums of floats are off, of the family of the kernel on the stage.
void errors_panel(const AppState& app, Ui& ui, const Area& area);
// A tile and a map of a person's own, whatever kernel is on the stage.
void workshop_panel(const AppState& app, Ui& ui, const Area& area);

}  // namespace warplens::ui
