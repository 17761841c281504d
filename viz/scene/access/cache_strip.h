// Hits and misses over time: the strip at the foot of the cache view.
#pragma once

#include "viz/analysis/cache_replay.h"
#include "viz/scene/draw/draw_list.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

struct StripMoment {
  std::size_t done = 0;        // lookups that are over
  std::size_t first = 0;       // of the event under the cursor
  std::size_t count = 0;       // how many lookups it has
  bool shows_outcomes = true;  // false: only who wants what
};

// Draws into `box` of `list`. Lookups share a column where there are more than pixels.
void paint_cache_strip(DrawList& list, const analysis::CacheReplay& replay,
                       const trace::Trace& trace, const StripMoment& moment, const Box& box,
                       const Style& style);

}  // namespace warplens::scene
