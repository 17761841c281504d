// The controls of the timing view: size, settings, what is shown and how, the legend, measuring.
// Each takes what room it needs and draws nothing where that is not there.
#pragma once

#include "app/state/timing_model.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// The size's slider, and beside it the settings and devices to choose from.
void timing_size_row(const AppState& app, Ui& ui, const TimingModel& model);
// `both`: bars stand beside the lines.
void timing_look_row(const AppState& app, Ui& ui, const TimingModel& model, bool both);
// No higher than `most` pixels; where that is too low, a list to open. Returns nothing.
void timing_legend(Ui& ui, const TimingModel& model, float most);
// The button, or progress with another to stop it.
void timing_measure(const AppState& app, Ui& ui);

}  // namespace warplens::ui
