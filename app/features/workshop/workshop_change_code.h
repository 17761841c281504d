// From an access with bank conflicts to the person's own lines with another layout of its array: it
// is looked for beside the frame and written into the file, which then runs again and stands before
// | after on the stage.
#pragma once

#include <span>

#include "app/ui/key_table.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// Whether a line of `file` is of the person's own CUDA file that is on the stage.
[[nodiscard]] bool can_change_code(const AppState& app, const std::string& file);
// In the line of widgets, about the array that accesses in `line` touch.
void change_code_button(const AppState& app, Ui& ui, std::uint32_t line);
[[nodiscard]] float change_code_width(const Ui& ui);

[[nodiscard]] std::span<const KeyRow> change_code_keys();

}  // namespace warplens::ui
