// What the figures of the timing view come from: recorded, live and cited ones are never taken for
// each other.
#pragma once

#include "app/features/timing_chart/timing_model.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// "Timed on NVIDIA H200, recorded 2026-11-22", and what is measured live: behind the panel's title
// where that leaves room for it, else on a line of its own.
void timing_source(const AppState& app, Ui& ui, const TimingModel& model);

}  // namespace warplens::ui
