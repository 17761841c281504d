// Lanes and blocks that a launch pays for and that touch no memory: those past the edge of its
// data, and the lanes that a block leaves unused in its last warp.
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

// Nothing if the trace lacks events of some block.
[[nodiscard]] std::optional<Idle> idle_of(const trace::Trace& trace);

}  // namespace warplens::analysis
