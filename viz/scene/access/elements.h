// Finds the elements of a two-dimensional buffer that a warp's access touches: guest address → row,
// column.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/trace/trace.h"

namespace warplens::scene {

struct ElementTouch {
  std::uint32_t lane = 0;
  std::uint64_t row = 0;
  std::uint64_t column = 0;
};

// Every element of `buffer` that a lane's bytes touch, in lane order; bytes between a row's last
// element and its pitch, or outside the buffer, touch none. Of a copy by TMA, those of its box, all
// of the lane that asks. Empty unless the event has a global side.
[[nodiscard]] std::vector<ElementTouch> touched_elements(const trace::Site& site,
                                                         const trace::EventView& event,
                                                         const trace::Buffer& buffer);

// The event of the same block and warp that last touched global memory, `event` itself included;
// the next one when none has yet; nothing when none does.
[[nodiscard]] std::optional<std::size_t> nearest_global_event(const trace::Trace& trace,
                                                              std::size_t event);

// True when the site's global side can touch buffers at all, lane by lane.
[[nodiscard]] bool touches_global(const trace::Site& site);
// The same, or it is a copy by TMA.
[[nodiscard]] bool touches_elements(const trace::Site& site);

// A long one-row buffer as rows of `columns` elements, so that it can be seen at all. Others are
// returned as they are.
[[nodiscard]] trace::Buffer folded(const trace::Buffer& buffer, std::uint64_t columns);

}  // namespace warplens::scene
