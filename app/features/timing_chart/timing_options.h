// What of the timing view is rarely used, behind one button: which series are drawn, logarithmic
// axes, other settings and devices; and what has no room in the line of controls.
#pragma once

#include <string>
#include <vector>

#include "app/features/timing_chart/timing_controls.h"
#include "app/features/timing_chart/timing_model.h"
#include "app/settings/timing_choice.h"

namespace warplens::ui {

// Plot and table are one where they stand beside each other in a panel that is `width` pixels wide
// inside. None: there is one alone.
[[nodiscard]] std::vector<TabChoice> tabs_of(const AppState& app, const Ui& ui,
                                             const TimingModel& model, float width);

struct ReadingChoice {
  session::TimingReading reading;
  const char* name;  // of its button
  std::string words, hint;
};
// Those that the chart has.
[[nodiscard]] std::vector<ReadingChoice> readings_of(const Ui& ui, const TimingModel& model);
// What is shown where the chosen one is not to be had.
[[nodiscard]] session::TimingReading shown_reading(const TimingModel& model,
                                                   const session::TimingChoice& choice);

// The size, and what else was timed with several values; none where there is the size alone.
[[nodiscard]] std::vector<AxisChoice> axes_of(const Ui& ui, const TimingModel& model);
// The name of its button: "timing_view.against.pixels", "timing_view.against.size".
[[nodiscard]] std::string axis_widget(const AxisChoice& axis);

[[nodiscard]] float timing_options_width(const Ui& ui);
void timing_options(const AppState& app, Ui& ui, const TimingModel& model, const TimingLine& line);

}  // namespace warplens::ui
