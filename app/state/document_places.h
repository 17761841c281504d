// Where an item of the documents is found, and going there.
#pragma once

#include "app/lessons/documents.h"
#include "app/state/app_state.h"

namespace warplens::ui {

// The step that a place names; nothing: it names none, or one that is not there.
[[nodiscard]] std::optional<CoursePlace> step_at(const AppState& app,
                                                 const lessons::DocumentPlace& place);
// Whether the item is found in the step that the person stands at.
[[nodiscard]] bool is_found_here(const AppState& app, const lessons::DocumentItem& item);

// To the step as it begins, or with the kernel on the stage, exploring. Of cited times and ladders
// it is a kernel that they are of.
void go_to_place(AppState& app, const lessons::DocumentPlace& place);

}  // namespace warplens::ui
