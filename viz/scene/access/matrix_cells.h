// The cells of a matrix as a grid of colours, and its row and column numbers: what views of a
// two-dimensional buffer share.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

#include "viz/scene/access/matrix_view.h"

namespace warplens::scene {

// The elements that cells stand for along one side: `count` cells from `first`, `stride` apart.
struct CellSampling {
  double first = 0, stride = 1;
  std::uint32_t count = 0;

  [[nodiscard]] std::uint64_t element(std::uint32_t cell) const {
    return static_cast<std::uint64_t>(first + (cell + 0.5) * stride);
  }
};

// One cell an element where elements are at least a pixel, else one a pixel.
[[nodiscard]] inline CellSampling cell_sampling(double first, double length, std::uint64_t elements,
                                                double cell) {
  CellSampling side;
  side.stride = cell >= 1 ? 1 : 1 / cell;
  side.first = cell >= 1 ? std::floor(first) : first;
  const double end = std::min(first + length, static_cast<double>(elements));
  side.count =
      static_cast<std::uint32_t>(std::max(0.0, std::ceil((end - side.first) / side.stride)));
  return side;
}

// The part of rows × columns elements that is looked at; `color_of(row, column)` is asked once a
// cell.
template <class ColorOf>
[[nodiscard]] CellGrid matrix_cells(const MatrixLayout& layout, std::uint64_t rows,
                                    std::uint64_t columns, ColorOf color_of) {
  const MatrixWindow& window = layout.window;
  const CellSampling down = cell_sampling(window.row, window.rows, rows, layout.cell);
  const CellSampling across = cell_sampling(window.column, window.columns, columns, layout.cell);
  const auto cell = static_cast<float>(layout.cell * down.stride);
  CellGrid grid{static_cast<float>(layout.x_of(across.first)),
                static_cast<float>(layout.y_of(down.first)),
                cell,
                cell,
                across.count,
                down.count,
                {}};
  grid.colors.resize(std::size_t{grid.rows} * grid.columns);
  std::vector<std::uint64_t> at(grid.columns);
  for (std::uint32_t x = 0; x < grid.columns; ++x) at[x] = across.element(x);
  auto out = grid.colors.begin();
  for (std::uint32_t y = 0; y < grid.rows; ++y) {
    const std::uint64_t row = down.element(y);
    for (std::uint32_t x = 0; x < grid.columns; ++x) *out++ = color_of(row, at[x]);
  }
  return grid;
}

// Row numbers left of the cells, column numbers above them, as many as stay apart.
void add_matrix_labels(DrawList& list, const MatrixLayout& layout, const Style& style);

}  // namespace warplens::scene
