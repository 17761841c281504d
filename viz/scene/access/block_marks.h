// A launch's blocks over a matrix of which every thread has the element at its own place: what of
// the grid reaches past the matrix, and what of the matrix no thread reaches.
//
//   ┌───────┬───────┐   blocks in outlines
//   │■ ■ ■ ■│■ ■ □ □│   ■ elements, as the matrix view colours them
//   │□ □ □ □│□ □ □ □│   □ threads past the edge, in their warp's colour: no element
//   └──────◢┴───────┘   the first block's corner can be dragged
#pragma once

#include <optional>

#include "viz/analysis/thread_grid.h"
#include "viz/scene/access/element_colors.h"
#include "viz/scene/access/matrix_view.h"

namespace warplens::scene {

// The matrix with as many rows and columns as it and the threads take together: what the view is to
// have room for. All else is the buffer's.
[[nodiscard]] trace::Buffer with_threads(trace::Buffer buffer, const analysis::ThreadGrid& threads);

// The box at the first block's lower right corner by which it can be dragged; nothing while it is
// out of sight.
[[nodiscard]] std::optional<Box> block_handle(const analysis::ThreadGrid& threads,
                                              const MatrixLayout& layout, const Style& style);

// Over the matrix, in the same layout. Ids: row (a: row, b: column) on each thread that has no
// element, line on what no thread reaches, mover on the handle, where there is to be one.
[[nodiscard]] DrawList block_marks(const analysis::ThreadGrid& threads, ColorBy by,
                                   const MatrixLayout& layout, Size size, const Style& style,
                                   bool has_handle);

}  // namespace warplens::scene
