// The events that are stepped through, as bars that are higher where they cost more: what the
// transport's one line shows.
#pragma once

#include <functional>

#include "viz/scene/charts/event_timeline.h"

namespace warplens::scene {

struct CostStrip {
  const EventTimeline* model = nullptr;              // never null
  std::function<std::size_t(std::size_t)> event_at;  // the event at a place
  std::size_t count = 0;                             // places
};

// If there are more places than pixels, a bar shows the dearest of its places.
[[nodiscard]] DrawList cost_strip(const CostStrip& strip, Size size, const Style& style);
// The line over the place where the cursor stands; `place` == `count`: past all of them.
[[nodiscard]] DrawList cost_strip_cursor(std::size_t count, std::size_t place, Size size,
                                         const Style& style);
// The place at `x`, from 0 to `width`; the nearest one outside.
[[nodiscard]] std::size_t strip_place(std::size_t count, float width, float x);

}  // namespace warplens::scene
