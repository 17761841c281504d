// Lanes and blocks that a launch pays for and that touch no memory: those past the edge of what it
// works on, and those that a block leaves over in its last warp.
// May depend on: kernels/trace.
#pragma once

#include <cstdint>
#include <optional>

#include "kernels/trace/trace.h"

namespace warplens::analysis {

struct Idle {
  std::uint64_t lanes = 0, idle_lanes = 0;  // 32 for each warp of the launch
  std::uint64_t blocks = 0, idle_blocks = 0;
  friend bool operator==(const Idle&, const Idle&) = default;
};

// Nothing where the trace does not have every event of every block.
[[nodiscard]] std::optional<Idle> idle_of(const trace::Trace& trace);

}  // namespace warplens::analysis
