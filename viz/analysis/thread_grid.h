// Where a launch's threads stand over a matrix, when each works at its own place there:
//
//   row = blockIdx.y · blockDim.y + threadIdx.y      column = blockIdx.x · blockDim.x + threadIdx.x
//
// That is asked of the trace: no kernel is believed by its name.
// May depend on: kernels/trace.
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

// Nothing unless all recorded accesses to `buffer` are at their threads' places, one or more, and
// grid and block have at most two dimensions.
[[nodiscard]] std::optional<ThreadGrid> thread_grid(const trace::Trace& trace,
                                                    const trace::Buffer& buffer);

// Nothing where no thread reaches.
[[nodiscard]] std::optional<GridThread> thread_at(const ThreadGrid& threads, std::uint64_t row,
                                                  std::uint64_t column);

}  // namespace warplens::analysis
