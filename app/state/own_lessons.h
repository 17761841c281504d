// A person's own lessons, beside ours: read anew whenever one of their files is saved.
#pragma once

#include "app/state/app_state.h"

namespace warplens::ui {

// To be called every frame. A lesson that was saved takes the place of what was read of it before;
// who stands in it stays at its step, which begins anew where lesson.json is another. One that
// cannot be read stays as it was, and the notice says why. A new folder's lesson joins the others.
void watch_lessons(AppState& app);

}  // namespace warplens::ui
