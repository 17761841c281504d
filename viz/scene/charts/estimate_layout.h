// Where the parts of the view of estimated times stand.
#pragma once

#include <cstddef>
#include <vector>

#include "viz/scene/charts/estimate_view.h"

namespace warplens::scene {

struct ShownLine {
  std::size_t line = 0;  // of the scene
  bool is_long = false;  // one of the longest
};

struct EstimateLayout {
  Box time, facts, legend, rows, foot;  // of no height where they have no room
  float row_height = 0;
  Box numbers, texts, bars, shares;     // columns of the first row
  std::vector<ShownLine> shown;         // in the source's order
  double longest = 0;                   // cycles of the longest line
  std::vector<latency::Stall> reasons;  // that lines have, most cycles first
};

[[nodiscard]] EstimateLayout estimate_layout(const EstimateScene& scene, Size size,
                                             const Style& style);

}  // namespace warplens::scene
