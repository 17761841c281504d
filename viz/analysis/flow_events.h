// A block's events as value_flow() goes through them, and the shared array that holds its values.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/trace/trace.h"

namespace warplens::analysis {

struct FlowEvent {
  std::uint32_t barriers = 0;  // of the block that its warp has passed
  std::uint32_t row = 0;       // of the trace's events
};

// All of the block's events; those before a barrier come before those behind it, whatever the order
// in which the trace has warps.
[[nodiscard]] std::vector<FlowEvent> flow_events(const trace::Trace& trace, std::uint32_t block);

// The shared array to which most lanes of the block store; trace::kNone where none does.
[[nodiscard]] std::uint32_t array_of_values(const trace::Trace& trace, std::uint32_t block);

// Words of the shared window, [first, end).
struct WordRange {
  std::uint64_t first = 0, end = 0;
};
[[nodiscard]] WordRange word_range(const trace::SharedArray& array);

}  // namespace warplens::analysis
