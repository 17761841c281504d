// What the figures of the timing view come from: one labelled band a source, so that recorded,
// live and cited ones are never taken for each other.
#pragma once

#include <string>

#include "app/state/timing_model.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// "Timed: 16,384², NVIDIA H200, recorded 2026-11-22", and another one for what is measured live.
void timing_bands(const AppState& app, Ui& ui, const TimingModel& model);

}  // namespace warplens::ui
