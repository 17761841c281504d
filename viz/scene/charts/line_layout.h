// The layout of a line chart: the plot, its axes and their ticks, each point's place.
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
  std::int64_t side = 0;                                 // that is lit; 0: none
  std::optional<std::size_t> pointed_at = std::nullopt;  // a series
};

struct LineChartLayout {
  Box plot;
  Axis sizes, values;
  std::vector<double> ticks;  // of values
  float names = 0;            // the width right of the plot for the names of lines

  // Whether there is room; otherwise nothing is drawn.
  [[nodiscard]] bool has_room(const Style& style) const;
  // A point's place; nothing if the series has no point.
  struct Place {
    float x = 0, y = 0;
  };
  [[nodiscard]] std::optional<Place> place(const Chart& chart, const ChartSeries& series,
                                           std::size_t side, ChartFigure figure) const;
};

[[nodiscard]] LineChartLayout line_chart_layout(const Chart& chart, const LineChartLook& look,
                                                Size size, const Style& style);

// A tick of the values' axis: "2 TB/s".
[[nodiscard]] std::string tick_phrase(double tick, ChartFigure figure);

// Each series' line is in pieces, from point to point of its usual sizes, and of its odd ones; a
// size that was not timed parts them.
struct SeriesPiece {
  LineChartLayout::Place from, to;
  bool is_odd = false;
};
[[nodiscard]] std::vector<SeriesPiece> line_pieces(const Chart& chart, const ChartSeries& series,
                                                   const LineChartLayout& layout,
                                                   ChartFigure figure);

// The series whose line is nearest to (x, y), no farther than a text's height away, and of its
// points the nearest.
struct ChartPlace {
  std::size_t series = 0, side = 0;
};
[[nodiscard]] std::optional<ChartPlace> point_at(const Chart& chart, const LineChartLook& look,
                                                 Size size, const Style& style, float x, float y);

}  // namespace warplens::scene
