// A launch's buffers as matrices, and what each access touches of them.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

void matrix_panel(const AppState& app, Ui& ui, const Area& area);

}  // namespace warplens::ui
