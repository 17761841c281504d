// A family's ladder, as text and as JSON.
#pragma once

#include "kernels/timing/timings.h"
#include "viz/analysis/limits/ladder.h"

namespace warplens::cli {

void print_ladder_text(const analysis::Ladder& ladder, const timing::Timings& timings);
void print_ladder_json(const analysis::Ladder& ladder, const timing::Timings& timings);

}  // namespace warplens::cli
