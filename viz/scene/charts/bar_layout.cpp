#include "viz/scene/charts/bar_layout.h"

#include <algorithm>

namespace warplens::scene {
namespace {

using timing::EntryKind;

constexpr float kLowestRow = 1.1f, kHighestRow = 2.2f;  // in text sizes
constexpr float kWidestNames = 0.42f;                   // of the view

// The largest value that has to have room, with its spread.
double largest_value(const Chart& chart, const BarChartLook& look, const BarChartLayout& layout) {
  double most = 0;
  for (const auto* group : {&layout.rows, &layout.lines}) {
    for (const std::size_t i : *group) {
      const timing::Entry* entry = layout.side ? chart.series[i].points[*layout.side] : nullptr;
      if (entry == nullptr || !value_of(*entry, look.figure)) continue;
      most = std::max(most, spread_of(*entry, look.figure).high);
    }
  }
  return most;
}

void list_series(const Chart& chart, const BarChartLook& look, BarChartLayout& layout) {
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const ChartSeries& series = chart.series[i];
    if (series.is_hidden) continue;
    if (series.kind == EntryKind::variant) {
      layout.rows.push_back(i);
    } else if (layout.side) {
      const timing::Entry* entry = series.points[*layout.side];
      if (entry != nullptr && value_of(*entry, look.figure)) layout.lines.push_back(i);
    }
  }
}

}  // namespace

Box BarChartLayout::box_of(std::size_t row, float width) const {
  return {0, bars.y + row_height * static_cast<float>(row - first), width, row_height};
}

std::size_t BarChartLayout::first_to_see(std::size_t series) const {
  const auto found = std::ranges::find(rows, series);
  if (found == rows.end()) return first;
  const auto row = static_cast<std::size_t>(found - rows.begin());
  if (row < first) return row;
  return row < first + count ? first : row + 1 - std::max<std::size_t>(count, 1);
}

BarChartLayout bar_chart_layout(const Chart& chart, const BarChartLook& look, Size size,
                                const Style& style) {
  const float unit = style.text_size;
  BarChartLayout layout;
  layout.side = chart.index_of(look.side);
  list_series(chart, look, layout);
  float names = 0;
  for (const std::size_t i : layout.rows) {
    names = std::max(names, style.measure(chart.series[i].name, unit, false));
  }
  const float left = std::min(names, size.width * kWidestNames) + unit * 0.5f;
  const float top = unit * 1.2f * static_cast<float>(layout.lines.size());
  layout.bars = {left, top, size.width - left, std::max(size.height - top, 0.0f)};
  const double most = largest_value(chart, look, layout);
  layout.values = {0, most > 0 ? most * 1.05 : 1, left, left + layout.bars.width, false};
  const auto fitting = static_cast<std::size_t>(layout.bars.height / (unit * kLowestRow));
  layout.count = std::min(fitting, layout.rows.size());
  layout.first = std::min(look.first, layout.rows.size() - layout.count);
  const auto divided = static_cast<float>(std::max<std::size_t>(layout.count, 1));
  layout.row_height = std::min(layout.bars.height / divided, unit * kHighestRow);
  return layout;
}

}  // namespace warplens::scene
