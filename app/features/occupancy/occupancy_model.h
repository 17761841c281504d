// What the occupancy view draws of one side's launch.
#pragma once

#include <optional>

#include "app/session/resident.h"
#include "app/ui/ui.h"
#include "viz/scene/charts/occupancy_view.h"

namespace warplens::ui {

struct OccupancyModel {
  scene::OccupancyScene scene;
  analysis::BlockNeeds needs;      // of a block on the chosen GPU
  std::uint32_t static_bytes = 0;  // of its shared memory, as compiled
  Text missing;                    // why there is nothing to draw, one line
};

// Nothing: what it needs is being made.
[[nodiscard]] std::optional<OccupancyModel> occupancy_model(const AppState& app, Ui& ui);

}  // namespace warplens::ui
