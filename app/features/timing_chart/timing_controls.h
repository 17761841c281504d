// The controls of the timing view, all in one line: measured or cited, how points read, the size,
// measuring. What has no room there, and what is rarely used, is behind "Options"
// (timing_options.h).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/features/timing_chart/timing_model.h"
#include "app/settings/timing_choice.h"
#include "app/ui/ui.h"

namespace warplens::ui {

struct TabChoice {
  session::TimingTab tab;
  const char* name;  // of its button
  std::string_view words;
  bool is_on = false;
};

// What the chart's axis is of.
struct AxisChoice {
  std::string parameter;  // empty: the size
  std::string words;
  bool is_on = false;
};

// What of the line has room.
struct TimingLine {
  std::vector<TabChoice> tabs;   // to choose from
  std::vector<AxisChoice> axes;  // none: there is the size alone
  bool has_axes = false;
  bool has_tabs = false, has_readings = false, has_size = false, has_measure = false;
  float slider = 0;  // its width in pixels
};

void timing_controls(const AppState& app, Ui& ui, const TimingModel& model);
// The button alone, or progress with another to stop it; nothing where nothing can be measured.
void timing_measure(const AppState& app, Ui& ui);
// "Measure here"; "Cancel 27%". Empty: nothing can be measured here.
[[nodiscard]] std::string measure_phrase(const AppState& app, const Ui& ui);

}  // namespace warplens::ui
