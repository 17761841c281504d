// The first line of the timeline: buttons, the strip, what is stepped through, where it stands.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

void transport_line(const AppState& app, Ui& ui);

}  // namespace warplens::ui
