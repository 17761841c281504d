// A family's ladder out of what was timed, and of what was counted of its kernels beforehand.
#pragma once

#include "app/session/recordings.h"
#include "viz/analysis/limits/ladder.h"

namespace warplens::timing_chart {

// At `side`, as the chart's axis has it. Entries are those of `timings`, which must outlive it; a
// rung that was timed with other PTX than ships, or other settings, was not timed. Least times are
// the device's, where it is a chip that is known. Without rungs where the family has no ladder.
[[nodiscard]] analysis::Ladder family_ladder(const catalog::Family& family, std::int64_t side,
                                             const timing::Timings& timings,
                                             const session::Recordings& recordings);

}  // namespace warplens::timing_chart
