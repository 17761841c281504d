// What kernels take of a multiprocessor by architecture: one, or two side by side.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

void resources_panel(const AppState& app, Ui& ui, const Area& area);

}  // namespace warplens::ui
