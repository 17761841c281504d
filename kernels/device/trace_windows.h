// Into which windows of blocks a grid is cut so that what they record fits in memory.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::device {

struct TraceWindow {
  std::uint64_t first_block = 0;
  std::uint64_t block_count = 0;
  std::uint32_t capacity = 0;  // records a thread
  friend bool operator==(const TraceWindow&, const TraceWindow&) = default;
};

// `counts`: the most records that a thread of a block makes, from `first_block` on. Each window's
// slices take at most `bytes`. Errors: one block takes more.
Result<std::vector<TraceWindow>> trace_windows(std::span<const std::uint32_t> counts,
                                               std::uint64_t first_block, std::uint32_t threads,
                                               std::uint64_t bytes);

// The registers that a thread may have so that a block of `threads` still fits into a
// multiprocessor's 65,536 (CUDA C++ Programming Guide, "Technical Specifications per Compute
// Capability"; allocated by 8, at most 255).
[[nodiscard]] std::uint32_t registers_for(std::uint64_t threads);

}  // namespace warplens::device
