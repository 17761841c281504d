// What the ribbon keeps from frame to frame: ui.state<…>().
#pragma once

#include <string>

#include "app/session/selection.h"

namespace warplens::ui {

inline constexpr std::size_t kNoControl = ~std::size_t{0};

struct ControlsState {
  std::size_t chosen = kNoControl;  // the control that the keyboard changes
  std::size_t scrolled_to = kNoControl;
  std::string scrolled_to_step;  // whose control is pointed at
};

// Of two kernels the one whose source is read: a click on its title.
struct ReadSide {
  session::Side side = session::Side::left;
};

}  // namespace warplens::ui
