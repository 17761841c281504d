// Going to an event that a list names: the cursor, the lane and the code.
#pragma once

#include "app/state/app_state.h"
#include "viz/analysis/finding_place.h"

namespace warplens::ui {

// Moves the cursor to an event of a launch, chooses the lane and opens the code. Of two kernels the
// left one goes to the counterpart of an event of the right one's; lanes are the left one's.
void jump_to(AppState& app, session::Side side, std::size_t launch,
             const analysis::EventPlace& place);

// Opens the code of the left side at a line, whether or not it accesses memory: the cursor goes to
// the line's first event where it has one.
void jump_to_line(AppState& app, const std::string& file, std::uint32_t line);

// The line that was chosen at the event under the cursor; null: none was.
[[nodiscard]] const ChosenLine* chosen_line(const AppState& app);

// The lane that was chosen at the event under the cursor.
[[nodiscard]] std::optional<std::uint32_t> chosen_lane(const AppState& app);

// The accesses under the transport's filter that take more than they must: one for each
// instruction and each excess, the first of those alike; dearest first. Rows of the launch's
// events.
[[nodiscard]] std::vector<std::size_t> worst_accesses(const session::Session& session);
// The dearest of them; from one of them the next, after the last the dearest once more. False:
// there is none.
bool jump_to_worst(AppState& app);

}  // namespace warplens::ui
