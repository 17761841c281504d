// Where files are saved: the last rows of the save menu.
#pragma once

#include <filesystem>

#include "app/ui/panels/overlay_states.h"
#include "app/ui/widgets.h"

namespace warplens::ui {

// The menu's rows begin with a label of this width.
[[nodiscard]] float save_label_width(const Ui& ui);
void save_row_label(Ui& ui, std::string_view words);

// Shows it and what is in it.
void enter_save_folder(SaveMenu& menu, const std::filesystem::path& folder);
// Keeps it for the next time. False: it is of no use, and the menu says why.
[[nodiscard]] bool choose_save_folder(Ui& ui, SaveMenu& menu);
void save_folder_rows(Ui& ui);

}  // namespace warplens::ui
