// How values come together, found out beside the frame.
#pragma once

#include "app/ui/view_cache.h"
#include "viz/analysis/value_flow.h"

namespace warplens::ui {

// How the values of one of the launch's blocks come together; null while that is found out.
[[nodiscard]] const analysis::ValueFlow* value_flow(ViewCache& cache,
                                                    const session::LaunchResult& launch,
                                                    std::uint32_t block);

}  // namespace warplens::ui
