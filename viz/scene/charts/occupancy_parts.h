// The parts of the occupancy view: each draws into its box.
#pragma once

#include "viz/scene/charts/occupancy_view.h"

namespace warplens::scene {

// Small bars of resident warps, side by side, in as many rows as let their names stand.
[[nodiscard]] std::size_t gpu_rows(const OccupancyScene& scene, float width, const Style& style);
void paint_gpus(DrawList& list, const OccupancyScene& scene, const Box& box, const Style& style);
// The chosen GPU's limits, one below the other.
void paint_limits(DrawList& list, const OccupancyScene& scene, const Box& box, const Style& style);
// Resident warps against the scene's axis.
void paint_stairs(DrawList& list, const OccupancyScene& scene, const Box& box, const Style& style);

[[nodiscard]] analysis::Occupancy occupancy_of(const OccupancyOfGpu& gpu);

}  // namespace warplens::scene
