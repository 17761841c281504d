// The bar chart of one size: a bar a variant, as long as its figure, ceilings and libraries as
// lines across them.
//
//                    device_copy ┆
//   tile          ████████▌ 3.1 TB/s
//   tile_padded   ███████████▌ 4.0 TB/s
//   tile_xor      not recorded
#pragma once

#include <cstdint>

#include "viz/scene/chart.h"

namespace warplens::scene {

// Rows carry MarkId{bar, number of the series}, over their whole width. Those without room are
// counted in a last line; the kernels on the stage are not among them.
[[nodiscard]] DrawList bar_chart(const Chart& chart, ChartFigure figure, std::int64_t side,
                                 Size size, const Style& style);

}  // namespace warplens::scene
