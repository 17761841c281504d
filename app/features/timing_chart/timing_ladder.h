// The family's ladder at the chosen size, in a tab of its own: rung by rung from the first kernel
// to the fastest, each with what it gained; below it what the rung that is pointed at should gain.
#pragma once

#include "app/features/timing_chart/timing_model.h"
#include "app/ui/ui.h"

namespace warplens::ui {

[[nodiscard]] bool has_ladder(const TimingModel& model);
// It is chosen, and there is one.
[[nodiscard]] bool shows_ladder(const AppState& app, const TimingModel& model);

// In the rest of the panel. A press on a rung brings its kernel onto the stage.
void timing_ladder(const AppState& app, Ui& ui, const TimingModel& model);

}  // namespace warplens::ui
