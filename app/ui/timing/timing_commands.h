// What a person does in the timing view, by mouse or key.
#pragma once

#include "app/state/timing_model.h"
#include "app/ui/key_press.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// What the timing view shows of the left side, made anew.
[[nodiscard]] TimingModel left_timing(const AppState& app);

[[nodiscard]] Command choose_side(std::int64_t side, bool continues);
[[nodiscard]] Command choose_settings(catalog::Parameters settings);
[[nodiscard]] Command choose_device(std::string device);
[[nodiscard]] Command toggle(bool session::TimingChoice::*what);
[[nodiscard]] Command toggle_series(std::string key);
// Times the family on the stage at the recorded sizes, or stops doing so.
void measure_or_stop(AppState& app);

// Each series once, in the order of the legend: a live one goes with the recorded one of its name.
[[nodiscard]] std::vector<const scene::ChartSeries*> legend_of(const TimingModel& model);

// What a key does while the timing view is on the stage. False: nothing, it is the window's.
[[nodiscard]] bool timing_key(Ui& ui, const AppState& app, const KeyPress& press);

// Keeps how timings are looked at in the settings.
void note_timing(AppState& app);

}  // namespace warplens::ui
