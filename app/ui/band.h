// A label on a ground of its own: what figures come from must not be overlooked.
#pragma once

#include <string>
#include <string_view>

#include "app/ui/ui.h"

namespace warplens::ui {

// Shortened to the room; `hint` on hover, with all words where they were shortened.
void band(Ui& ui, const std::string& words, const std::string& hint, std::string_view name);

}  // namespace warplens::ui
