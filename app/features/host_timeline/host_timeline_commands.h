// What a person does in the host timeline, by mouse or key (host_timeline_keys.h).
#pragma once

#include "app/features/host_timeline/host_timeline_choice.h"
#include "app/features/host_timeline/live_host_timeline.h"
#include "app/ui/ui.h"
#include "kernels/timing/host_timeline.h"
#include "viz/scene/charts/host_timeline.h"
#include "viz/scene/charts/host_timeline_window.h"

namespace warplens::ui {

// The part of the run that is looked at; begun anew for another run.
struct TimelineLens {
  session::HostTimelinePtr timeline;
  host_timeline::HostTimelineChoice choice;
  scene::TimeWindow window;
  std::optional<std::size_t> revealed;  // the chosen span that the window has followed
};

[[nodiscard]] Command choose_scenario(timing::Scenario scenario);
[[nodiscard]] Command choose_array_bytes(std::uint64_t bytes);
[[nodiscard]] Command choose_parts(std::uint32_t parts);
// The next scenario; the next larger (1) or smaller (-1) size.
void next_scenario(AppState& app);
void step_array_bytes(AppState& app, int by);
[[nodiscard]] Command choose_timeline_source(bool is_live);
[[nodiscard]] Command choose_span(std::size_t span);
// The next (1) or previous (-1) span in the order of their begins, probes left out.
void step_span(AppState& app, int by);
// Measures every scenario at the chosen size, or stops doing so.
void measure_timeline_or_stop(AppState& app);

// The sizes to choose from: those that were measured, and the usual ones.
[[nodiscard]] std::vector<std::uint64_t> array_sizes(const session::Session& session);

// Likewise the parts.
[[nodiscard]] std::vector<std::uint32_t> part_counts(const session::Session& session);

// Puts what has been recorded or measured before the session; what was measured here is shown as it
// arrives.
void offer_timelines(AppState& app);

// The part of the run that is looked at: all of it, until the person has zoomed; a span that was
// chosen otherwise than by the mouse is brought close.
[[nodiscard]] scene::TimeWindow& timeline_lens(Ui& ui, const session::Session& session);

}  // namespace warplens::ui
