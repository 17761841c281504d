// What a person is shown who has never seen the app, a press away: each sets the stage for one
// thing to see at once.
#pragma once

#include "app/state/app_state.h"

namespace warplens::ui {

// A read that conflicts 32-way, by bank, below the buttons that end it: none, padding, XOR, shift.
void look_at_a_conflict(AppState& app);
// Padding beside XOR with their times on a GPU.
void look_at_times(AppState& app);

}  // namespace warplens::ui
