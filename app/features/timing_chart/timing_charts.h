// The plot of the timing view, over all sizes, and the table of one beside it.
#pragma once

#include "app/features/timing_chart/timing_model.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// Whether the table has room beside the plot in a panel that is `width` pixels wide inside.
[[nodiscard]] bool has_table_beside(const AppState& app, const Ui& ui, const TimingModel& model,
                                    float width);

// In `room` below the cursor. Where both have no room beside each other: one of them, as chosen.
// Rows that have no room are reached by scrolling.
void timing_charts(const AppState& app, Ui& ui, const TimingModel& model, ImVec2 room);

}  // namespace warplens::ui
