// A family's ladder, as text and as JSON.
#pragma once

#include "app/texts/speech.h"
#include "kernels/timing/timings.h"
#include "viz/analysis/limits/ladder.h"

namespace warplens::cli {

void print_ladder_text(const ui::Speech& speech, const analysis::Ladder& ladder,
                       const timing::Timings& timings);
void print_ladder_json(const analysis::Ladder& ladder, const timing::Timings& timings);

}  // namespace warplens::cli
