// The line chart of a family: size across, the figure upwards, one series a variant.
//
//   bandwidth
//   4 TB/s ┤┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄┄ ceiling, dashed
//   2 TB/s ┤░░░░░░  ●───●       points as timed, spread as whiskers; a size that was not timed
//          ┤░fits░●             leaves a gap
//          └──┬───┬──┃──┬──     the chosen size is lit
//            64      512   side
#pragma once

#include <cstdint>
#include <optional>

#include "viz/scene/chart.h"
#include "viz/scene/chart_axis.h"

namespace warplens::scene {

struct LineChartLook {
  ChartFigure figure = ChartFigure::bandwidth;
  bool logarithmic_sizes = true;
  bool logarithmic_values = false;
  std::int64_t side = 0;  // that is lit; 0: none
};

struct LineChartLayout {
  Box plot;
  Axis sizes, values;
  std::vector<double> ticks;  // of values

  // Nothing where the series has no point.
  struct Place {
    float x = 0, y = 0;
  };
  [[nodiscard]] std::optional<Place> place(const Chart& chart, const ChartSeries& series,
                                           std::size_t side, ChartFigure figure) const;
};

[[nodiscard]] LineChartLayout line_chart_layout(const Chart& chart, const LineChartLook& look,
                                                Size size, const Style& style);

// Points carry MarkId{point, number of the series, number of the size}.
[[nodiscard]] DrawList line_chart(const Chart& chart, const LineChartLook& look, Size size,
                                  const Style& style);

// The series and size nearest to (x, y), no farther than a text's height away.
struct ChartPlace {
  std::size_t series = 0, side = 0;
};
[[nodiscard]] std::optional<ChartPlace> point_at(const Chart& chart, const LineChartLook& look,
                                                 Size size, const Style& style, float x, float y);

}  // namespace warplens::scene
