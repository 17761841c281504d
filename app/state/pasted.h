// PTX on the clipboard: it becomes a file of its own, and that the kernel on the stage.
#pragma once

#include <string>
#include <string_view>

#include "app/state/app_state.h"

namespace warplens::ui {

// Whether it has what every kernel in PTX has: a version and an entry.
[[nodiscard]] bool is_ptx(std::string_view text);

// Errors: the file cannot be written.
Result<void> open_pasted(AppState& app, std::string_view ptx);

}  // namespace warplens::ui
