// What the timing view cannot show, and why: said in it, never filled in.
#pragma once

#include <string>
#include <vector>

#include "app/state/timing/timing_model.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// A line each, in the order in which a person wants to know; launches that were left out aside.
[[nodiscard]] std::vector<std::string> missing_timings(const AppState& app, const Ui& ui,
                                                       const TimingModel& model);

// All of them in one line, shortened to the panel's width, several that were left out as their
// number; below each other on hover.
void missing_line(const AppState& app, Ui& ui, const TimingModel& model);

// Where the family has no timing at all: what to do about it, and why not here.
void no_timings(const AppState& app, Ui& ui, const TimingModel& model);

}  // namespace warplens::ui
