// What the panels of this room keep from frame to frame: ui.state<…>().
#pragma once

#include <array>
#include <cstdint>
#include <string>

namespace warplens::ui {

// Columns that the wheel has scrolled, of each side of the stage.
struct ReductionScroll {
  std::array<std::int64_t, 2> columns{};
};

struct ImageState {
  bool by_warp = false;  // tinted by it
  std::string step;      // of a lesson, that was shown last
};

}  // namespace warplens::ui
