// The state as a link, and a link as the state.
#pragma once

#include <string>
#include <string_view>

#include "app/state/app_state.h"
#include "app/state/link.h"

namespace warplens::ui {

// What is on the stage, where the cursor stands, what is shown and in which language. Errors: a
// capture or nothing is on the stage.
Result<link::Link> link_of(const AppState& app);

// Shows what the link names. Its place in the trace is reached when the result is there. Errors: a
// text that is no link, a lesson, step, kernel or parameter that is not there; then what the link
// named before it may be on the stage.
Result<void> open_link(AppState& app, std::string_view text);

// Moves the cursor to where the link wanted it once that can be; to be called every frame.
void reach_wanted_place(AppState& app);

}  // namespace warplens::ui
