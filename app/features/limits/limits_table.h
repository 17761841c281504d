// A kernel's limits as rows of cells.
#pragma once

#include <string_view>

#include "app/features/limits/limits_data.h"
#include "viz/analysis/table.h"

namespace warplens::limits {

// A row a unit of the chip; seconds, and the units' own amounts.
[[nodiscard]] tables::Table limits_table(std::string_view kernel, const LimitsReport& report);

}  // namespace warplens::limits
