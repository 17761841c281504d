// An event as one of its warp's, by which it is found in another trace of the same launch: what
// the GPU executes of the PTX has fewer events, and other blocks may be recorded there.
#pragma once

#include "kernels/trace/trace.h"

namespace warplens::trace {

// The `occurrence`-th event of a block's warp at an instruction of the PTX.
struct EventOfWarp {
  std::uint32_t warp = 0, ptx_line = 0;
  std::size_t occurrence = 0;
};
// `row` is one of the trace's events.
[[nodiscard]] EventOfWarp event_of_warp(const Trace& trace, std::size_t row);
// Its row among those of the block; the number of events where there are not as many.
[[nodiscard]] std::size_t row_of_event(const Trace& trace, std::uint32_t block,
                                       const EventOfWarp& event);

}  // namespace warplens::trace
