// A choice of a feature by its text, as links and kept settings have it.
#pragma once

#include <string_view>

#include "app/state/app_state.h"

namespace warplens::ui {

// Chooses what `text` says for the feature whose field has that name ("swizzle"), as a step that
// can be undone. False, and nothing is changed: there is no such field, or it has no such value.
bool choose_text(AppState& app, std::string_view name, std::string_view text);

}  // namespace warplens::ui
