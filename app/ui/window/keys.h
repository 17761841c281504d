// What each key does.
#pragma once

#include "app/ui/key_press.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// Carries out one press. Nothing while a text field has the keyboard, but in an overlay.
void handle_key(Ui& ui, const AppState& app, const KeyPress& press);

}  // namespace warplens::ui
