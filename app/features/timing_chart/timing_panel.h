// What a family takes on a GPU, by size, as a view on the stage.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

void timing_panel(const AppState& app, Ui& ui, const Area& area);

}  // namespace warplens::ui
