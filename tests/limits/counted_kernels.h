// Which runs are counted: every right variant that is timed, at three recorded sizes.
#pragma once

#include <vector>

#include "kernels/timing/images.h"
#include "viz/analysis/limits/demand_file.h"

namespace warplens::limits {

// Without launches: what is to be counted.
[[nodiscard]] std::vector<analysis::CountedRun> wanted_runs(
    const std::vector<catalog::Family>& families, const timing::Images& images);

}  // namespace warplens::limits
