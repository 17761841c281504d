// Whose instructions the figures are of: the choice.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

// "[sm_90 v]" in the middle of `area`'s height, from its left edge. Returns where it ends, in
// pixels.
[[nodiscard]] float architecture_choice(const AppState& app, Ui& ui, const Area& area);

}  // namespace warplens::ui
