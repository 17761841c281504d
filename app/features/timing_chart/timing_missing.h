// What the timing view cannot show, and why: said in it, never filled in.
#pragma once

#include "app/features/timing_chart/timing_model.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// In one line, shortened to the panel's width, several launches that were left out as their number;
// a line each on hover, in the order in which a person wants to know.
void missing_line(const AppState& app, Ui& ui, const TimingModel& model);

// Where the family has no timing at all: what to do about it, and why not here.
void no_timings(const AppState& app, Ui& ui, const TimingModel& model);

}  // namespace warplens::ui
