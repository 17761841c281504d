// The part of a host timeline that is looked at, and how it is moved: calls take microseconds,
// copies milliseconds.
#pragma once

#include <cstddef>

#include "kernels/timing/host_timeline.h"

namespace warplens::scene {

// Seconds from the run's begin.
struct TimeWindow {
  double begin = 0, end = 0;
  friend bool operator==(const TimeWindow&, const TimeWindow&) = default;
  [[nodiscard]] double seconds() const { return end - begin; }
};

[[nodiscard]] TimeWindow whole(const timing::TimelineRun& run);

// `factor` > 1 shows less, about the moment `at`, which keeps its place.
[[nodiscard]] TimeWindow zoomed(const timing::TimelineRun& run, TimeWindow window, double at,
                                double factor);
// Moves the window by a part of its length: 0.25 goes on by a quarter.
[[nodiscard]] TimeWindow panned(const timing::TimelineRun& run, TimeWindow window, double part);

// The window as it is when the span is in it and wide enough to be read; else one about the span.
[[nodiscard]] TimeWindow revealing(const timing::TimelineRun& run, TimeWindow window,
                                   std::size_t span);

}  // namespace warplens::scene
