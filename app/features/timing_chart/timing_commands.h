// What a person does in the timing view, by mouse or key (timing_keys.h).
#pragma once

#include "app/features/timing_chart/timing_model.h"
#include "app/settings/timing_choice.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// What the timing view shows of the left side, made anew.
[[nodiscard]] TimingModel left_timing(const AppState& app);

[[nodiscard]] Command choose_side(std::int64_t side, bool continues);
// Of the axis: a size; of a sweep a value of its parameter.
[[nodiscard]] Command choose_place(const TimingModel& model, std::int64_t place);
// What the axis is of: a parameter, or with an empty name the size.
[[nodiscard]] Command choose_axis_of(std::string parameter);
// The next larger size (1) or smaller one (-1).
void step_side(AppState& app, int by);
[[nodiscard]] Command choose_settings(catalog::Parameters settings);
[[nodiscard]] Command choose_device(std::string device);
[[nodiscard]] Command choose_reading(session::TimingReading reading);
// The next one that the chart has.
void next_reading(AppState& app);
[[nodiscard]] Command choose_tab(session::TimingTab tab);
// Table or plot; what documents print, or the ladder, or what was measured.
void toggle_table(AppState& app);
void toggle_cited(AppState& app);
void toggle_ladder(AppState& app);
[[nodiscard]] Command toggle(bool session::TimingChoice::*what);
[[nodiscard]] Command toggle_series(std::string key);
// That of the list of series, from 0; nothing past its end.
void toggle_numbered_series(AppState& app, std::size_t number);
// Times the family on the stage at the recorded sizes, or stops doing so.
void measure_or_stop(AppState& app);

// Each series once, in the order of their list: a live one goes with the recorded one of its name.
[[nodiscard]] std::vector<const scene::ChartSeries*> listed_series(const TimingModel& model);

// Keeps how timings are looked at in the settings.
void note_timing(AppState& app);

}  // namespace warplens::ui
