// Every recorded event of every warp, coloured by cost: what a person scrubs through.
//
//      conflicts  ▂ ▂▂   ▂          deepest conflict at that place
//      barriers     |      |
//      warp 0     ■■  ■■   ■        one row a warp of the block
//      warp 1       ■■  ■■
//              1   10   20   30     the event's position in the trace; one possible order, not time
//
// The model is made once a trace, the base once a window and size, the cursor every frame.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/cost/access_cost.h"
#include "kernels/trace/trace.h"
#include "viz/scene/draw/draw_list.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

struct EventTimeline {
  std::uint32_t warps = 0;          // rows: warps of a block
  std::vector<std::uint16_t> warp;  // each event's row
  // The cost of each event as a multiple of the best case: n-way conflict, or sectors over the
  // fewest possible; 0 for barriers, branches and accesses without such a cost.
  std::vector<std::uint8_t> ways;
  std::vector<std::uint8_t> conflict;  // its n-way conflict in shared memory; 0 when there is none
  std::vector<std::uint8_t> barrier;   // 1: a barrier
  std::vector<std::size_t> block_starts;  // events that are the first of their block

  [[nodiscard]] std::size_t size() const { return warp.size(); }
};

// `costs` as analysis::event_costs gives them.
[[nodiscard]] EventTimeline event_timeline(const trace::Trace& trace,
                                           std::span<const analysis::AccessCost> costs);

// The events that are looked at.
struct EventWindow {
  std::size_t first = 0;
  std::size_t count = 0;
};
[[nodiscard]] EventWindow zoomed(const EventWindow& window, std::size_t events, std::size_t about,
                                 double factor);

struct EventTimelineLayout {
  EventWindow window;
  Box area;                 // the rows of warps
  Box conflicts, barriers;  // the strips above
  Box axis;                 // the numbers below; no height: no room
  float row_height = 0;

  [[nodiscard]] float x_of(std::size_t event) const;  // its middle
  [[nodiscard]] std::size_t event_at(float x) const;  // the nearest in the window
};

[[nodiscard]] EventTimelineLayout event_timeline_layout(const EventTimeline& model,
                                                        const EventWindow& window, Size size,
                                                        const Style& style);
[[nodiscard]] DrawList event_timeline_base(const EventTimeline& model,
                                           const EventTimelineLayout& layout, Size size,
                                           const Style& style);
// The cursor line and the current event. Ids: event (a: event).
[[nodiscard]] DrawList event_timeline_cursor(const EventTimeline& model,
                                             const EventTimelineLayout& layout, std::size_t event,
                                             Size size, const Style& style);

}  // namespace warplens::scene
