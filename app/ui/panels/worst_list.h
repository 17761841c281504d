// The worst accesses by line: what could be saved, why, and what people usually do about it.
#pragma once

#include "app/ui/ui.h"

namespace warplens::ui {

// Its heading folds it. Of one kernel: of two, that on the left. Nothing while it is folded in a
// lesson, where a key unfolds it.
void worst_list(const AppState& app, Ui& ui);
// What it wants to show, in lines of small text.
[[nodiscard]] float worst_list_lines(const AppState& app, const Ui& ui);

}  // namespace warplens::ui
