// A lesson's own kernel file: the copy that a person works on, in the folder of the settings.
#pragma once

#include "app/state/app_state.h"

namespace warplens::ui {

// Sets the current step's stage; where it is about a file, with a copy of that. `anew`: the copy
// becomes what the step begins with. A notice says where it is not that.
Result<void> enter_step(AppState& app, bool anew);

// Where the app keeps files of the person's: beside the settings, or where they go with the app.
Result<std::filesystem::path> person_folder(AppState& app, const std::string& name);
// Those of the current lesson.
Result<std::filesystem::path> copies_folder(AppState& app);

// The lesson's step is about that file: opening it does not leave the lesson.
[[nodiscard]] bool is_file_of_step(const AppState& app, const std::string& path);

}  // namespace warplens::ui
