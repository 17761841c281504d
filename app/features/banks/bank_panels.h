// Shared memory under the cursor's access: by bank, as its tile, by lane, and where a swizzle puts
// elements.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

void bank_panel(const AppState& app, Ui& ui, const Area& area);
void tile_panel(const AppState& app, Ui& ui, const Area& area);
void punch_panel(const AppState& app, Ui& ui, const Area& area);
void swizzle_panel(const AppState& app, Ui& ui, const Area& area);

}  // namespace warplens::ui
