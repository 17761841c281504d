// A cache's lines as rows of what they hold: the middle of the cache view.
#pragma once

#include "kernels/trace/trace.h"
#include "viz/analysis/cache_replay.h"
#include "viz/scene/draw/draw_list.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// How far the replay has got: lookups of the event under the cursor, and those that are over.
struct CacheProgress {
  std::size_t event = 0;
  std::size_t first = 0, count = 0;  // the event's lookups
  std::size_t done = 0;              // lookups of all events
  double next = 0;                   // how far the one after these has got
  std::int64_t scrolled = 0;         // rows

  [[nodiscard]] bool is_moving() const { return next > 0 && done < first + count; }
};

// The height from which on more changes nothing.
[[nodiscard]] float highest_cache_rows(const analysis::CacheReplay& replay, const Style& style);

// Draws into `box` of `list`; ids as cache_view() says.
void paint_cache_rows(DrawList& list, const analysis::CacheReplay& replay,
                      const trace::Trace& trace, const CacheProgress& progress, const Box& box,
                      const Style& style);

}  // namespace warplens::scene
