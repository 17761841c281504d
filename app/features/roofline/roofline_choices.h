// The line above the roofline: the chip, whose bytes and roof, and the sizes.
#pragma once

#include <cstdint>
#include <vector>

#include "app/ui/ui.h"
#include "viz/analysis/limits/chip.h"

namespace warplens::ui {

// The largest size of the choice up to that of the timing view; 0 there is the largest.
[[nodiscard]] std::int64_t shown_side(const AppState& app, const std::vector<std::int64_t>& sides);

void line_of_choices(const AppState& app, Ui& ui, const analysis::Chip& chip,
                     const std::vector<std::int64_t>& sides);

}  // namespace warplens::ui
