// A run of a host timeline: what the host called above, what the device did below, on one axis.
//
//            0 µs       20 µs       40 µs
//   host    │█ cuLaunch…│▓▓▓ cuStreamSynchronize ▓▓│    a line leads from where a call
//             ╲                                         begins to where its work does
//   device  │  ███████████ add_linear_1d ██████████│
//
// Where the run has streams of its own each has a row. Below those of chunks stands the same work
// once more, by what does it: copies in, SMs, copies back.
//
//   stream 1 │ ██ Memcpy HtoD │█│ ██ Memcpy DtoH │
//   stream 2 │                │ ██ Memcpy HtoD │█│ ██ …
//   copies in│ 1              │ 2              │
//
// Spans carry MarkId{bar, number of the span}. A span that is narrower than a pixel is drawn a
// pixel wide. Around the chosen one's ends lies what the device's clock leaves uncertain.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "kernels/timing/host_timeline.h"
#include "viz/scene/charts/chart_axis.h"
#include "viz/scene/charts/host_timeline_window.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

struct HostTimelineLook {
  TimeWindow window;
  std::optional<std::size_t> chosen;  // span
  // The calls in their order and nothing else: while a prediction is open.
  bool only_order = false;
};

struct HostTimelineLayout {
  struct StreamRow {
    std::uint32_t stream = 0;
    Box box;
  };
  Box axis, host, links, device, events;  // rows; `events` is empty where there are none
  std::vector<StreamRow> streams;  // in place of `device`, which is around them; may be empty
  std::vector<Box> work;           // of timing::kDeviceWork, where there is room
  Axis time;

  // Of the span's track or stream.
  [[nodiscard]] const Box& row_of(const timing::Span& span) const;
  // In which the device's work stands once more; null where there is none.
  [[nodiscard]] const Box* work_row_of(const timing::Span& span) const;

  // The moment under x.
  [[nodiscard]] double seconds_at(float x) const;
};

[[nodiscard]] HostTimelineLayout host_timeline_layout(const timing::TimelineRun& run,
                                                      const HostTimelineLook& look, Size size,
                                                      const Style& style);

[[nodiscard]] DrawList host_timeline(const timing::TimelineRun& run, const HostTimelineLook& look,
                                     Size size, const Style& style);

// The span under a point, or the nearest in that row no farther than half a text's height away. Of
// several the shortest, which the others would hide.
[[nodiscard]] std::optional<std::size_t> span_at(const timing::TimelineRun& run,
                                                 const HostTimelineLook& look, Size size,
                                                 const Style& style, float x, float y);

[[nodiscard]] Color action_color(timing::Action action, ThemeName theme);

}  // namespace warplens::scene
