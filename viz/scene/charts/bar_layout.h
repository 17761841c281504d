// Where the bars of one size stand, and how many of them have room.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "viz/scene/charts/chart.h"
#include "viz/scene/charts/chart_axis.h"

namespace warplens::scene {

struct BarChartLook {
  ChartFigure figure = ChartFigure::bandwidth;
  std::int64_t side = 0;  // of which the bars are
  std::size_t first = 0;  // the row at the top, where not all have room
};

struct BarChartLayout {
  std::vector<std::size_t> rows;     // the variants' series that are shown, a row each
  std::vector<std::size_t> lines;    // ceilings and libraries that were timed at this size
  std::optional<std::size_t> side;   // among the chart's; nothing: not timed
  std::size_t first = 0, count = 0;  // the rows that have room
  float row_height = 0;
  Box bars;     // of all rows that have room, below the lines' names
  Axis values;  // across

  [[nodiscard]] bool has_all() const { return count == rows.size(); }
  // Where the row stands across the whole view; it is one that has room.
  [[nodiscard]] Box box_of(std::size_t row, float width) const;
  // With which row at the top the series is seen: `first` where it is.
  [[nodiscard]] std::size_t first_to_see(std::size_t series) const;
};

[[nodiscard]] BarChartLayout bar_chart_layout(const Chart& chart, const BarChartLook& look,
                                              Size size, const Style& style);

}  // namespace warplens::scene
