// Panels of views that one lesson or one family is about. Each takes the state const and asks for
// changes through ui.ask().
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

// How the values of the current event's block come together.
void reduction_panel(const AppState& app, Ui& ui, const Area& area);

}  // namespace warplens::ui
