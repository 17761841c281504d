// The line chart of a family: size across, the figure upwards, one series a variant.
//
//   bandwidth                ┄┄ odd sizes: 1,000
//   4 TB/s ┤        ●────────●── device_copy   what the question is about in colour, with its name
//   2 TB/s ┤░░░░░░ ╱○┄┄┄     ●── tile          points as timed, quartiles as whiskers; a size that
//          ┤░fits░●                            was not timed leaves a gap
//          └──┬───┬──┃──┬──                    the chosen size is lit
//            64      512   side
#pragma once

#include "viz/scene/charts/line_layout.h"

namespace warplens::scene {

// Points carry MarkId{point, number of the series, number of the size}.
[[nodiscard]] DrawList line_chart(const Chart& chart, const LineChartLook& look, Size size,
                                  const Style& style);

}  // namespace warplens::scene
