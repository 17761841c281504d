// The host's calls and the device's work in one run, as a view on the stage.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

void host_timeline_panel(const AppState& app, Ui& ui, const Area& area);

}  // namespace warplens::ui
