#include "viz/scene/charts/line_layout.h"

#include <algorithm>
#include <cmath>

#include "viz/scene/charts/chart_words.h"

namespace warplens::scene {
namespace {

// Of every point that is drawn.
Spread range_of(const Chart& chart, ChartFigure figure) {
  Spread all{0, 0};
  for (const ChartSeries& series : chart.series) {
    if (series.is_hidden) continue;
    for (const timing::Entry* entry : series.points) {
      if (entry == nullptr || !value_of(*entry, figure)) continue;
      const Spread here = spread_of(*entry, figure);
      all.low = all.low == 0 ? here.low : std::min(all.low, here.low);
      all.high = std::max(all.high, here.high);
    }
  }
  return all;
}

Axis sizes_axis(const Chart& chart, bool is_logarithmic, const Box& plot) {
  const auto first = static_cast<double>(chart.sides.empty() ? 1 : chart.sides.front());
  const auto last = static_cast<double>(chart.sides.empty() ? 2 : chart.sides.back());
  const double margin = 0.04;
  Axis axis{first, last, plot.x, plot.x + plot.width, is_logarithmic};
  if (first == last) {
    axis.low = first / 2;
    axis.high = last * 2;
  } else if (is_logarithmic) {
    axis.low = first * std::pow(first / last, margin);
    axis.high = last * std::pow(last / first, margin);
  } else {
    axis.low = first - margin * (last - first);
    axis.high = last + margin * (last - first);
  }
  return axis;
}

Axis values_axis(const Spread& range, bool is_logarithmic, const Box& plot) {
  constexpr double kRoom = 1.08;
  const double high = range.high > 0 ? range.high * kRoom : 1;
  const double low = !is_logarithmic ? 0 : range.low > 0 ? range.low / kRoom : high / 10;
  return {low, high, plot.y + plot.height, plot.y, is_logarithmic};
}

}  // namespace

std::string tick_words(double tick, ChartFigure figure) {
  constexpr int kDigits = 6;  // of a round number: none is lost
  return figure_words(tick, figure, kDigits, true);
}

std::optional<LineChartLayout::Place> LineChartLayout::place(const Chart& chart,
                                                             const ChartSeries& series,
                                                             std::size_t side,
                                                             ChartFigure figure) const {
  const timing::Entry* entry = series.points[side];
  const auto value = entry == nullptr ? std::nullopt : value_of(*entry, figure);
  if (!value) return std::nullopt;
  return Place{sizes.at(static_cast<double>(chart.sides[side])), values.at(*value)};
}

LineChartLayout line_chart_layout(const Chart& chart, const LineChartLook& look, Size size,
                                  const Style& style) {
  const float line = style.text_size * 1.2f;
  const Spread range = range_of(chart, look.figure);
  LineChartLayout layout;
  const float margin = style.text_size;  // half of a mark, of a label
  layout.plot = {0, line * 1.4f, 0, size.height - 3.0f * line};
  layout.values = values_axis(range, look.logarithmic_values, layout.plot);
  const float room = std::max(layout.plot.height / (line * 1.6f), 2.0f);
  layout.ticks = nice_ticks(layout.values, static_cast<std::size_t>(room));
  float gutter = 0;
  for (const double tick : layout.ticks) {
    gutter = std::max(gutter,
                      style.measure(tick_words(tick, look.figure), style.text_size * 0.9f, false));
  }
  layout.plot.x = gutter + line * 0.6f;
  layout.plot.width = size.width - layout.plot.x - margin;
  layout.sizes = sizes_axis(chart, look.logarithmic_sizes, layout.plot);
  return layout;
}

std::optional<ChartPlace> point_at(const Chart& chart, const LineChartLook& look, Size size,
                                   const Style& style, float x, float y) {
  const LineChartLayout layout = line_chart_layout(chart, look, size, style);
  std::optional<ChartPlace> nearest;
  float distance = style.text_size;
  for (std::size_t series = 0; series < chart.series.size(); ++series) {
    if (chart.series[series].is_hidden) continue;
    for (std::size_t side = 0; side < chart.sides.size(); ++side) {
      const auto at = layout.place(chart, chart.series[series], side, look.figure);
      if (!at || std::hypot(at->x - x, at->y - y) >= distance) continue;
      distance = std::hypot(at->x - x, at->y - y);
      nearest = ChartPlace{series, side};
    }
  }
  return nearest;
}

}  // namespace warplens::scene
