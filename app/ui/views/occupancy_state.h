// What the occupancy view keeps from frame to frame.
#pragma once

#include <array>
#include <memory>
#include <string>
#include <vector>

#include "app/session/live/occupancy_data.h"
#include "app/ui/making.h"
#include "viz/analysis/occupancy/occupancy_curve.h"

namespace warplens::ui {

// What ptxas says: read or asked for on threads of its own.
struct OccupancyMaking {
  Making<std::vector<session::CatalogueNeeds>> kernels;
  std::array<Making<session::AssembledEntry>, 2> own;  // of each side
};

struct OccupancyState {
  analysis::Need axis = analysis::Need::registers;  // of the stairs: what was set last
  std::string dragging;                             // the slider; all of it is one change
  std::shared_ptr<OccupancyMaking> making = std::make_shared<OccupancyMaking>();
};

}  // namespace warplens::ui
