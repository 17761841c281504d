// What documents say that the family's kernels take: a band that says that it is cited, and their
// tables as printed. It has a tab of its own: nothing of it is a number of ours.
#pragma once

#include "app/features/timing_chart/timing_model.h"
#include "app/ui/ui.h"

namespace warplens::ui {

[[nodiscard]] bool is_cited(const AppState& app, const TimingModel& model);
// They are chosen, and there are some.
[[nodiscard]] bool shows_cited(const AppState& app, const TimingModel& model);

// In the rest of the panel, to scroll.
void cited_timings(const AppState& app, Ui& ui, const TimingModel& model);

// All of a family's tables as lines of text.
[[nodiscard]] std::string cited_phrase(const Ui& ui, const timing::Cited& cited,
                                       const catalog::Family& family);

}  // namespace warplens::ui
