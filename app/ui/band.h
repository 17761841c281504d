// A label on a ground of its own: what figures come from must not be overlooked.
#pragma once

#include <string>

#include "app/ui/ui.h"

namespace warplens::ui {

// Shortened to the room; `hint` on hover, with all words where they were shortened. True: clicked.
bool band(Ui& ui, const std::string& words, const std::string& hint, const char* name);

}  // namespace warplens::ui
