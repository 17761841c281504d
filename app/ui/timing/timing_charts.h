// The charts of the timing view: lines over all sizes and bars of one, side by side where both have
// room.
#pragma once

#include "app/state/timing_model.h"
#include "app/ui/ui.h"

namespace warplens::ui {

[[nodiscard]] bool has_room_for_both(const Ui& ui, ImVec2 room);

// In `room` below the cursor. Bars that have no room are reached by scrolling.
void timing_charts(const AppState& app, Ui& ui, const TimingModel& model, ImVec2 room);

}  // namespace warplens::ui
