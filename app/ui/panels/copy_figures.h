// The figures on screen as text for the clipboard: rows of tab-separated cells, one column a
// kernel.
#pragma once

#include <string>

#include "app/ui/ui.h"

namespace warplens::ui {

// Of `panel`: "findings", or the current access and the whole kernel ("metrics" and any other).
// While a prediction is open, no costs.
[[nodiscard]] std::string figures_text(const AppState& app, const Ui& ui, std::string_view panel);

}  // namespace warplens::ui
