#include "viz/scene/charts/line_layout.h"

#include <algorithm>
#include <cmath>

#include "viz/scene/charts/chart_phrases.h"

namespace warplens::scene {
namespace {

// The range of all points that are drawn.
Spread range_of(const Chart& chart, ChartFigure figure) {
  Spread all{0, 0};
  for (const ChartSeries& series : chart.series) {
    if (series.is_hidden) continue;
    for (std::size_t side = 0; side < chart.sides.size(); ++side) {
      if (!value_of(chart, series, side, figure)) continue;
      const Spread here = spread_of(chart, series, side, figure);
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
  is_logarithmic &= first > 0;
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

// The width of the longest name, up to a share of the view; 0 if that leaves no word whole.
float names_width(const Chart& chart, const Style& style, float room) {
  constexpr float kWidest = 0.24f;
  float widest = 0;
  for (const ChartSeries& series : chart.series) {
    if (series.is_hidden) continue;
    widest = std::max(widest,
                      style.measure(series_phrase(series, style.language), style.text_size, false));
  }
  const float width = std::min(widest, room * kWidest) + style.text_size * 1.2f;
  return width < style.text_size * 5 ? style.text_size : width;
}

float squared_distance(const SeriesPiece& piece, float x, float y) {
  const float dx = piece.to.x - piece.from.x, dy = piece.to.y - piece.from.y;
  const float length = dx * dx + dy * dy;
  const float along = ((x - piece.from.x) * dx + (y - piece.from.y) * dy) / std::max(length, 1e-6f);
  const float at = std::clamp(along, 0.0f, 1.0f);
  const float ex = piece.from.x + at * dx - x, ey = piece.from.y + at * dy - y;
  return ex * ex + ey * ey;
}

struct NearestPoint {
  std::size_t side = 0;
  float squared = 0;  // of its distance
};

std::optional<NearestPoint> nearest_point(const Chart& chart, const ChartSeries& series,
                                          const LineChartLayout& layout, ChartFigure figure,
                                          float x, float y) {
  std::optional<NearestPoint> nearest;
  for (std::size_t side = 0; side < chart.sides.size(); ++side) {
    const auto at = layout.place(chart, series, side, figure);
    if (!at) continue;
    const float squared = (at->x - x) * (at->x - x) + (at->y - y) * (at->y - y);
    if (!nearest || squared < nearest->squared) nearest = NearestPoint{side, squared};
  }
  return nearest;
}

void add_pieces(const Chart& chart, const ChartSeries& series, const LineChartLayout& layout,
                ChartFigure figure, const std::vector<std::size_t>& sides, bool is_odd,
                std::vector<SeriesPiece>& pieces) {
  std::optional<LineChartLayout::Place> before;
  for (const std::size_t side : sides) {
    const auto here = layout.place(chart, series, side, figure);
    if (here && before) pieces.push_back({*before, *here, is_odd});
    before = here;
  }
}

}  // namespace

std::vector<SeriesPiece> line_pieces(const Chart& chart, const ChartSeries& series,
                                     const LineChartLayout& layout, ChartFigure figure) {
  const SizeRuns runs = size_runs(chart);
  std::vector<SeriesPiece> pieces;
  add_pieces(chart, series, layout, figure, runs.usual, false, pieces);
  add_pieces(chart, series, layout, figure, runs.odd, true, pieces);
  return pieces;
}

std::string tick_phrase(double tick, ChartFigure figure) {
  constexpr int kDigits = 6;  // of a round number: none is lost
  return figure_phrase(tick, figure, kDigits, true);
}

bool LineChartLayout::has_room(const Style& style) const {
  constexpr float kLowest = 3;  // in text sizes
  return std::min(plot.width, plot.height) >= kLowest * style.text_size;
}

std::optional<LineChartLayout::Place> LineChartLayout::place(const Chart& chart,
                                                             const ChartSeries& series,
                                                             std::size_t side,
                                                             ChartFigure figure) const {
  const auto value = value_of(chart, series, side, figure);
  if (!value) return std::nullopt;
  return Place{sizes.at(static_cast<double>(chart.sides[side])), values.at(*value)};
}

LineChartLayout line_chart_layout(const Chart& chart, const LineChartLook& look, Size size,
                                  const Style& style) {
  const float line = style.text_size * 1.2f;
  const Spread range = range_of(chart, look.figure);
  LineChartLayout layout;
  const float below = chart.swept ? 4.0f : 3.0f;  // lines; a parameter's label is long
  layout.plot = {0, line * 1.4f, 0, size.height - below * line};
  layout.values = values_axis(range, look.logarithmic_values, layout.plot);
  constexpr float kFewestTicks = 2, kMostTicks = 11;
  const float room = std::clamp(layout.plot.height / (line * 1.6f), kFewestTicks, kMostTicks);
  layout.ticks = nice_ticks(layout.values, static_cast<std::size_t>(room));
  float gutter = 0;
  for (const double tick : layout.ticks) {
    gutter = std::max(gutter,
                      style.measure(tick_phrase(tick, look.figure), style.text_size * 0.9f, false));
  }
  layout.plot.x = gutter + line * 0.6f;
  layout.names = names_width(chart, style, size.width);
  layout.plot.width = size.width - layout.plot.x - layout.names;
  layout.sizes = sizes_axis(chart, look.logarithmic_sizes, layout.plot);
  return layout;
}

std::optional<ChartPlace> point_at(const Chart& chart, const LineChartLook& look, Size size,
                                   const Style& style, float x, float y) {
  const LineChartLayout layout = line_chart_layout(chart, look, size, style);
  std::optional<ChartPlace> nearest;
  float reach = style.text_size * style.text_size;
  for (std::size_t number = 0; number < chart.series.size(); ++number) {
    const ChartSeries& series = chart.series[number];
    if (series.is_hidden) continue;
    const auto point = nearest_point(chart, series, layout, look.figure, x, y);
    if (!point) continue;
    float distance = point->squared;
    for (const SeriesPiece& piece : line_pieces(chart, series, layout, look.figure)) {
      distance = std::min(distance, squared_distance(piece, x, y));
    }
    if (distance >= reach) continue;
    reach = distance;
    nearest = ChartPlace{number, point->side};
  }
  return nearest;
}

}  // namespace warplens::scene
