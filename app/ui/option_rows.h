// The parts of a question's card; private to this folder.
#pragma once

#include "app/ui/asking.h"

namespace warplens::ui {

// Options to choose from or to order. Once answered: the chosen and the right one marked, with the
// reasons.
void option_rows(const AppState& app, Ui& ui, const lessons::StepText& words, float width);

// 32 numbered lanes in rows of eight.
void lane_buttons(const AppState& app, Ui& ui, float width);

}  // namespace warplens::ui
