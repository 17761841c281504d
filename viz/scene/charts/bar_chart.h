// The bar chart of one size: a bar a variant, as long as its figure, ceilings and libraries as
// lines across them.
//
//                    device_copy ┆
//   tile          ███████├┤ 3.1 TB/s     quartiles as whiskers
//   tile_padded   ██████████├┤ 4.0 TB/s
//   tile_xor      not recorded
#pragma once

#include "viz/scene/charts/bar_layout.h"

namespace warplens::scene {

// Rows carry MarkId{bar, number of the series}, over their whole width. Those before `look.first`,
// and those without room below, are not drawn: bar_chart_layout() says how many have room.
[[nodiscard]] DrawList bar_chart(const Chart& chart, const BarChartLook& look, Size size,
                                 const Style& style);

}  // namespace warplens::scene
