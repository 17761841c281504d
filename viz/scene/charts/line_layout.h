// Where a family's lines stand: the plot, its axes and their ticks, each point's place.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "viz/scene/charts/chart.h"
#include "viz/scene/charts/chart_axis.h"

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

// A tick of the values' axis: "2 TB/s".
[[nodiscard]] std::string tick_words(double tick, ChartFigure figure);

// The series and size nearest to (x, y), no farther than a text's height away.
struct ChartPlace {
  std::size_t series = 0, side = 0;
};
[[nodiscard]] std::optional<ChartPlace> point_at(const Chart& chart, const LineChartLook& look,
                                                 Size size, const Style& style, float x, float y);

}  // namespace warplens::scene
