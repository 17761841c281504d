// What the occupancy view keeps from frame to frame.
#pragma once

#include <string>

#include "viz/analysis/limits/occupancy_curve.h"

namespace warplens::ui {

struct OccupancyState {
  analysis::Need axis = analysis::Need::registers;  // of the stairs: what was set last
  std::string dragging;                             // the slider; all of it is one change
};

}  // namespace warplens::ui
