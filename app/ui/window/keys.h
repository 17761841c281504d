// What each key does, and what the help says of it.
#pragma once

#include "app/ui/key_table.h"

namespace warplens::ui {

// Carries out one press. Nothing while a text field has the keyboard, but in an overlay. Esc closes
// an open list, and then nothing else.
void handle_key(Ui& ui, const AppState& app, const KeyPress& press);

struct OpenLists {
  bool close = false;  // at the next frame: ImGui closes none between two
};
void close_lists(Ui& ui);

// Of every place where keys act, in the order of the help.
[[nodiscard]] std::vector<std::span<const KeyRow>> key_tables();
[[nodiscard]] std::span<const KeyHelp> key_help();

}  // namespace warplens::ui
