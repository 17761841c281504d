// What the roofline keeps from frame to frame: ui.state<RooflineState>().
#pragma once

#include <string>
#include <vector>

#include "viz/analysis/limits/roofline.h"

namespace warplens::ui {

struct RooflineState {
  std::string of;  // what it was made of: chip, size, recordings
  analysis::Roofline roofline;
  std::string trouble;  // why the own kernel on the stage is not among them, or has no time
};

}  // namespace warplens::ui
