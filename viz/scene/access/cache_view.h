// A cache at one moment of a replay, and the outcome of every lookup until then.
//
//   a[8]: miss · a[8–9] comes in, a[0–1] goes       the access under the cursor
//   0  ┌────────┬────────┐
//      │  a[8]  │  a[9]  │                           the cache's lines, with what they hold
//      └────────┴────────┘
//   hit     ■     ■                                 lookups in their order, up to the cursor
//   miss ■     ■     ■  ·  ·  ·                     and those to come
//        0  8  1  9  2  …                           the elements wanted, where there is room
//   1 hit, 3 misses · 25% hit
//
// Motion: below phase 1 what a miss brings in travels to its line, lookup after lookup. All cells
// stand where they end. Of more lines than have room, those about the one under way are shown,
// or those that a person scrolls to; a bar and a line of words say which.
#pragma once

#include "kernels/trace/trace.h"
#include "viz/analysis/cache_replay.h"
#include "viz/scene/draw/draw_list.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// `plain`: who wants what when (cache_requests.h; a low view has the strip's columns alone), and
// nothing about the cache, so that a person can be asked.
enum class CacheMarks : std::uint8_t { outcomes, plain };

struct CacheMoment {
  std::size_t event = 0;
  double phase = 1;
  std::int64_t scrolled = 0;  // rows below (or above) those about the access under way
};

// Ids: element (a: slot, b: cell of its line) on what lines hold, mover likewise on what is on its
// way; row (a: slot) on lines.
[[nodiscard]] DrawList cache_view(const analysis::CacheReplay& replay, const trace::Trace& trace,
                                  const CacheMoment& moment, Size size, const Style& style,
                                  CacheMarks marks = CacheMarks::outcomes);

}  // namespace warplens::scene
