// Text in as many lines as it needs. ImGui breaks lines at blanks only, which Chinese has none of.
#pragma once

#include <string>
#include <string_view>

#include "app/ui/widgets.h"

namespace warplens::ui {

// With line breaks where `width` pixels end.
[[nodiscard]] std::string broken_into_lines(std::string_view text, float width, ImFont* font);

// A label of at most `width` pixels; 0: what is left of the panel.
void wrapped_label(Ui& ui, std::string_view words, TextLook look, float width = 0);

}  // namespace warplens::ui
