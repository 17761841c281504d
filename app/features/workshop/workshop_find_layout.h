// From an access with bank conflicts to the workshop: its array's accesses are asked about there,
// and a map is looked for.
#pragma once

#include <span>

#include "app/ui/key_table.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// "Find a layout" at the right end of a panel's title line. The width that it takes; 0: the access
// has no conflicts, or there is no room.
[[nodiscard]] float layout_button_width(const AppState& app, const Ui& ui, const Area& area);
void layout_button(const AppState& app, Ui& ui, const Area& area);

[[nodiscard]] std::span<const KeyRow> find_layout_keys();

}  // namespace warplens::ui
