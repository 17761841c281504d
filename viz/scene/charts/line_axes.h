// The background of a line chart: the band of sizes that fit in L2, both axes, the lit size.
#pragma once

#include "viz/scene/charts/line_layout.h"

namespace warplens::scene {

// Labels carry MarkId{axis, 0, number of the size} or {axis, 1, 0}.
void add_line_axes(DrawList& list, const Chart& chart, const LineChartLook& look,
                   const LineChartLayout& layout, const Style& style);

}  // namespace warplens::scene
