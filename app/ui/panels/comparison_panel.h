// What the metrics panel shows while two kernels stand side by side.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

[[nodiscard]] float comparison_height(const AppState& app, const Ui& ui);
void comparison(const AppState& app, Ui& ui);

}  // namespace warplens::ui
