// What a block needs, to be set "what if".
#pragma once

#include "app/features/occupancy/occupancy_model.h"

namespace warplens::ui {

// Pixels that they take at the panel's width.
[[nodiscard]] float occupancy_sliders_height(const Ui& ui);
void occupancy_sliders(const AppState& app, Ui& ui, const OccupancyModel& model);

}  // namespace warplens::ui
