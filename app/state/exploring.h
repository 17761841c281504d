// Leaving the lessons for any kernel or capture, and finding it again at the next start.
#pragma once

#include "app/state/app_state.h"

namespace warplens::ui {

// Leaves the lesson; what is on the stage stays.
void explore(AppState& app);
// Goes back to the lesson's step, as it begins.
void resume_lesson(AppState& app);
void toggle_mode(AppState& app);

// Keeps what is on the stage in the settings once it is there; captures are not kept.
void note_exploring(AppState& app);
// Puts what the settings remember on the stage. False when there is nothing that can be shown.
[[nodiscard]] bool restore_exploring(AppState& app);

void open_capture(AppState& app, const std::filesystem::path& path);
// Whether the kernel on the stage works on a picture, in whose place a person may put theirs.
[[nodiscard]] bool has_picture(const AppState& app);

// What was dropped on the window: a kernel's file, a capture, or a file of one that is a folder.
// Else a notice says so.
void open_dropped(AppState& app, const std::filesystem::path& path);

}  // namespace warplens::ui
