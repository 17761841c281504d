// The positions of a launch's threads over a matrix, if each works at its own place there:
//
//   row = blockIdx.y · blockDim.y + threadIdx.y      column = blockIdx.x · blockDim.x + threadIdx.x
//
// This is found in the trace, whatever the kernel's name.
#pragma once

#include <cstdint>
#include <optional>

#include "kernels/trace/trace.h"

namespace warplens::analysis {

struct ThreadGrid {
  Dim3 grid, block;
  std::uint64_t rows = 0, columns = 0;  // of the matrix, in elements

  // How far the threads reach, be it past the matrix or short of its end.
  [[nodiscard]] std::uint64_t rows_reached() const { return std::uint64_t{grid.y} * block.y; }
  [[nodiscard]] std::uint64_t columns_reached() const { return std::uint64_t{grid.x} * block.x; }
  friend bool operator==(const ThreadGrid&, const ThreadGrid&) = default;
};

// The thread at a place, whether or not the matrix has an element there.
struct GridThread {
  Dim3 block, thread;
  std::uint32_t warp = 0, lane = 0;  // the warp in its block
  std::uint64_t warp_of_grid = 0;    // as warps are coloured
};

// Nothing unless there are recorded accesses to `buffer`, all at their threads' places, and grid
// and block have at most two dimensions.
[[nodiscard]] std::optional<ThreadGrid> thread_grid(const trace::Trace& trace,
                                                    const trace::Buffer& buffer);

// Nothing if no thread reaches the element.
[[nodiscard]] std::optional<GridThread> thread_at(const ThreadGrid& threads, std::uint64_t row,
                                                  std::uint64_t column);

}  // namespace warplens::analysis
