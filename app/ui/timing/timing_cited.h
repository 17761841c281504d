// What documents say that the family's kernels take, below the charts: a band that says that it is
// cited, and their tables as printed.
#pragma once

#include "app/state/timing_model.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// The height in pixels that it takes of `room`; 0: no document says anything of the family, or
// there is no room.
[[nodiscard]] float cited_height(const AppState& app, const Ui& ui, const TimingModel& model,
                                 ImVec2 room);

// The band; below it the tables, to scroll, where `height` has room for them.
void cited_timings(const AppState& app, Ui& ui, const TimingModel& model, float height);

// All of a family's tables as lines of text.
[[nodiscard]] std::string cited_words(const Ui& ui, const timing::Cited& cited,
                                      std::string_view family);

}  // namespace warplens::ui
