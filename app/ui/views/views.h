// Views of the stage that stand by themselves, one panel a file.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

void occupancy_panel(const AppState& app, Ui& ui, const Area& area);

}  // namespace warplens::ui
