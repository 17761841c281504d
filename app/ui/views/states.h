// What the panels of this room keep from frame to frame: ui.state<…>().
#pragma once

#include <string>

namespace warplens::ui {

struct ImageState {
  bool by_warp = false;  // tinted by it
  std::string step;      // of a lesson, that was shown last
};

}  // namespace warplens::ui
