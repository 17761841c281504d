// The accesses that pass through a cache, in their order, each with the segments that it wants:
// what the cache view shows while a person is asked what becomes of them.
//
//   1 │ a[0–7]  │ a[8–15] │     2 │ a[16–23] │ a[24–31] │
//   3 │ a[0–7]  │ …
#pragma once

#include "kernels/trace/trace.h"
#include "viz/analysis/cache_replay.h"
#include "viz/scene/draw/draw_list.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// Draws into `box` of `list`, the access of `event` outlined; of more than have room those about
// it. False where not even one has.
[[nodiscard]] bool paint_cache_requests(DrawList& list, const analysis::CacheReplay& replay,
                                        const trace::Trace& trace, std::size_t event,
                                        const Box& box, const Style& style);

}  // namespace warplens::scene
