// The host's code below its timeline: a line stands for the span of its call.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

// What is pointed at, here or in the timeline, so that both light it.
struct HostCodeState {
  std::optional<std::uint32_t> line;  // in the code
  std::optional<std::size_t> span;    // in the timeline
};

// Of the run on screen; null where there is none. Its lines are those of this run.
[[nodiscard]] const host_timeline::HostCode* shown_host_code(const AppState& app,
                                                             const timing::TimelineRun& run);

// The largest font in which all of it is no higher than `room`; null: there is none.
[[nodiscard]] ImFont* host_code_font(const Ui& ui, const host_timeline::HostCode& code, float room);
[[nodiscard]] float host_code_height(const host_timeline::HostCode& code, const ImFont* font);

// At ImGui's cursor, as wide as there is room. A click on a line chooses its span.
void host_code_pane(const AppState& app, Ui& ui, const timing::TimelineRun& run,
                    const host_timeline::HostCode& code, ImFont* font);

}  // namespace warplens::ui
