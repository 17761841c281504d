// The GPU's counters of the launch on the stage, below the figures of the whole kernel.
#pragma once

#include "app/texts/counter_rows.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// Both nothing where the GPU was not asked. `width`: what a row has, in pixels.
[[nodiscard]] float counters_height(const AppState& app, const Ui& ui, float width);
void counters_table(const AppState& app, Ui& ui, float left, float width);

}  // namespace warplens::ui
