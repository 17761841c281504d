// The table of one size: each series' value, and how many times the selected one's it is.
//
//   side 16,384     bandwidth   × tile
//   ● tile          1.66 TB/s    1.00×     the selected one's row has a ground of its own
//   ● tile_padded   3.58 TB/s    2.16×
//   ● tile_xor    not recorded
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "viz/scene/charts/chart.h"

namespace warplens::scene {

struct ChartTableLook {
  ChartFigure figure = ChartFigure::bandwidth;
  std::int64_t side = 0;                                 // of which the values are
  std::size_t first = 0;                                 // the row at the top
  std::optional<std::size_t> pointed_at = std::nullopt;  // a series
};

struct ChartTableLayout {
  std::vector<std::size_t> rows;     // the series that are shown, a row each
  std::size_t first = 0, count = 0;  // the rows that have room below the head
  float head_height = 0, row_height = 0;
  float name_end = 0, value_end = 0, ratio_end = 0;  // right ends of the columns

  [[nodiscard]] bool has_all() const { return count == rows.size(); }
  // The series whose row is at `y`.
  [[nodiscard]] std::optional<std::size_t> series_at(float y) const;
  // The first row to show so that the series is visible: `first` if it is already.
  [[nodiscard]] std::size_t first_to_see(std::size_t series) const;
};

// The width in pixels that all columns need.
[[nodiscard]] float chart_table_width(const Chart& chart, const ChartTableLook& look,
                                      const Style& style);
[[nodiscard]] ChartTableLayout chart_table_layout(const Chart& chart, const ChartTableLook& look,
                                                  Size size, const Style& style);
// Rows carry MarkId{bar, number of the series}, over their whole width.
[[nodiscard]] DrawList chart_table(const Chart& chart, const ChartTableLook& look, Size size,
                                   const Style& style);

}  // namespace warplens::scene
