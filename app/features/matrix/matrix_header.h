// What stands above a matrix: its buffer and the sector under way, then the choices of its colours.
#pragma once

#include "app/ui/widgets.h"

namespace warplens::ui {

// `current`: the event under the cursor; null where there is none.
void matrix_header(const AppState& app, Ui& ui, const ExplainedEvent* current);

}  // namespace warplens::ui
