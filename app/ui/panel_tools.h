// What every view's header offers: what can be saved of it.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

// "Save ▾" at the right end of the header of what draws or counts something. Call it first in the
// panel; it leaves the cursor where it was.
void panel_tools(Ui& ui, std::string_view name, const Area& area);
// What that takes of the header's width, in pixels.
[[nodiscard]] float panel_tools_width(const Ui& ui, std::string_view name);

}  // namespace warplens::ui
