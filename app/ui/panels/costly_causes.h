// Why accesses cost more than they must, found out beside the frame.
#pragma once

#include "app/ui/view_cache.h"
#include "viz/analysis/causes/cause.h"

namespace warplens::ui {

// Why the launch's accesses cost more than they must, dearest first; null while that is found out.
[[nodiscard]] const std::vector<analysis::Cause>* costly_causes(
    ViewCache& cache, const session::LaunchResult& launch);

// What was got of them last; null likewise.
[[nodiscard]] const std::vector<analysis::Cause>* causes_shown(const ViewCache& cache);

}  // namespace warplens::ui
