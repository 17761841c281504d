// The controls of the host timeline: scenario, size, from span to span, recorded or live,
// measuring.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

// A line of them; what has no room there is left out.
void host_timeline_controls(const AppState& app, Ui& ui);

}  // namespace warplens::ui
