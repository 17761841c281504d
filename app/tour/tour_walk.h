// Doing what a lesson step asks, as a person would, so that what it promises can be drawn.
#pragma once

#include "app/state/app_state.h"

namespace warplens::ui {

// Pictures without the lesson's card: its text stands beside them on the page.
void leave_text_to_the_page(AppState& app);

// Sets the stage of the current step anew and waits for its result.
Result<void> begin_step(AppState& app);

// Gives the right answer where the step asks for one; nothing where it does not.
Result<void> give_answer(AppState& app);

// Does what `condition` asks of the current step and waits for the result. An error when that does
// not meet it.
Result<void> fulfil(AppState& app, const lessons::Condition& condition);

// All lessons, or the one that is named.
Result<std::vector<std::size_t>> chosen_lessons(const AppState& app, const std::string& id);

}  // namespace warplens::ui
