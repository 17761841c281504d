// The layout of a product view: the tile of C and the slices of A and B, and which part of them is
// in sight.
#pragma once

#include <optional>

#include "viz/analysis/gemm_flow.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

// A person's choices of what to see.
struct GemmLook {
  bool is_whole = false;                          // all of C in place of the block's tile
  std::optional<analysis::MatrixElement> picked;  // of C: what it needs is lit
};

struct GemmWindow {
  std::uint32_t first_row = 0, rows = 0;        // of C and A
  std::uint32_t first_column = 0, columns = 0;  // of C and B
  std::uint32_t first_step = 0, steps = 0;      // of k: columns of A, rows of B

  [[nodiscard]] bool has(analysis::MatrixElement of_c) const {
    return of_c.row - first_row < rows && of_c.column - first_column < columns;
  }
  [[nodiscard]] bool has_step(std::uint32_t step) const { return step - first_step < steps; }
};

// Rows of A beside those of C, columns of B above those of C.
struct GemmLayout {
  GemmWindow window;
  Box a, b, c;             // the cells; without width where nothing fits
  Box corner;              // left of B, above A
  Box access, loads;       // lines of text below
  float step_width = 0;    // of A's cells
  float step_height = 0;   // of B's cells
  float column_width = 0;  // of C's and B's
  float row_height = 0;    // of C's and A's
};

// The layout at the event's moment: if more cells are wanted than can be told apart, those that the
// event touches are in sight.
[[nodiscard]] GemmLayout gemm_layout(const analysis::GemmFlow& flow, std::size_t event,
                                     const GemmLook& look, Size size, const Style& style);

// The element of C under a point.
[[nodiscard]] std::optional<analysis::MatrixElement> gemm_cell_at(const GemmLayout& layout, float x,
                                                                  float y);

}  // namespace warplens::scene
