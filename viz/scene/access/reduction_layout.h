// The layout of a reduction view: its rows and columns.
#pragma once

#include "viz/analysis/value_flow.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

inline constexpr float kWidestValue = 2.6f;  // in text sizes

struct ReductionLayout {
  Box tree, lanes;          // the steps' rows of values, and of lanes beneath them
  float names = 0;          // the width left of both, for the steps' names
  float margin = 0;         // left of the columns, for half of a wide value
  float counts = 0;         // and right of them, for what is counted
  float column = 0;         // the width of one
  std::uint32_t first = 0;  // column in sight
  std::uint32_t shown = 0;  // how many; fewer than all: the view scrolls
  float tree_row = 0, lane_row = 0;
  Box note;  // which columns are in sight; without height where all are

  [[nodiscard]] float middle_of(std::uint32_t at) const {
    return tree.x + (static_cast<float>(at) - static_cast<float>(first) + 0.5f) * column;
  }
  [[nodiscard]] bool is_in_sight(std::uint32_t at) const {
    return at >= first && at - first < shown;
  }
  [[nodiscard]] float values_top(std::uint32_t step) const {
    return tree.y + tree_row * static_cast<float>(step);
  }
};

[[nodiscard]] ReductionLayout reduction_layout(const analysis::ValueFlow& flow,
                                               std::int64_t scrolled, Size size,
                                               const Style& style);

// The height of a value's mark in a row of the tree.
[[nodiscard]] float value_height(const ReductionLayout& layout, const Style& style);

}  // namespace warplens::scene
