// What limits a launch on each chip, and how many of its warps are resident.
#pragma once

#include <vector>

#include "app/texts/speech.h"
#include "kernels/base/json_types.h"
#include "viz/analysis/limits/chip.h"
#include "viz/analysis/limits/occupancy.h"

namespace warplens::cli {

// A row for each chip whose architecture `reported` tells of, {"75": {"registers": …}}; its static
// shared memory comes to that of `launch`. None where nobody knows how many threads a block has.
[[nodiscard]] Json occupancy_json(const std::vector<analysis::Chip>& chips, const Json& reported,
                                  const analysis::BlockNeeds& launch);
void print_occupancy(const ui::Speech& speech, const Json& rows);

}  // namespace warplens::cli
