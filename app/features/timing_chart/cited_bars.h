// Printed figures as bars beside each other.
#pragma once

#include <vector>

#include "kernels/timing/cited.h"

namespace warplens::ui {

// Of each row's figure in `column`, what part it is of the column's largest: 0 to 1. Empty where
// the figures are not numbers of one unit.
[[nodiscard]] std::vector<float> bar_shares(const timing::CitedTable& table, std::size_t column);

}  // namespace warplens::ui
