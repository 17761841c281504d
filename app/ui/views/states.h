// What the panels of this room keep from frame to frame: ui.state<…>().
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "viz/analysis/product_shape.h"

namespace warplens::ui {

// Columns that the wheel has scrolled, of each side of the stage.
struct ReductionScroll {
  std::array<std::int64_t, 2> columns{};
};

// Of each side of the stage.
struct GemmState {
  bool is_whole = false;  // all of C
  std::array<std::optional<analysis::MatrixElement>, 2> picked{};
  std::array<std::string, 2> of{};  // the kernel that it was picked of
};

struct ImageState {
  bool by_warp = false;  // tinted by it
  std::string step;      // of a lesson, that was shown last
};

}  // namespace warplens::ui
