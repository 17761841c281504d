// A launch's accesses replayed with a cache, beside the frame.
#pragma once

#include "app/ui/view_cache.h"
#include "viz/analysis/cache_preset.h"
#include "viz/analysis/cache_replay.h"

namespace warplens::ui {

// The launch's accesses replayed with this cache; null while they are.
[[nodiscard]] const analysis::CacheReplay* cache_replay(ViewCache& cache,
                                                        const session::LaunchResult& launch,
                                                        analysis::CachePreset preset);

}  // namespace warplens::ui
