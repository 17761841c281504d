// The window's one frame.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

// One frame: carries out what was asked for since the last one, then draws everything from const
// state, so that what is on screen is of one moment. `size` is the window's in pixels, `seconds`
// since the last frame.
void frame(AppState& app, Ui& ui, ImVec2 size, double seconds);

// The second half of that: only what is on screen.
void draw_window(const AppState& app, Ui& ui, ImVec2 size);

}  // namespace warplens::ui
