// A browser's own way to choose a file of the person's computer; elsewhere the program lists
// folders.
#pragma once

namespace warplens::ui {

[[nodiscard]] bool can_pick_file();

// Asks for one, which then comes as if it had been dropped on the window.
void pick_file();

}  // namespace warplens::ui
