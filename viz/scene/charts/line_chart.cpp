#include "viz/scene/charts/line_chart.h"

#include <algorithm>

#include "viz/scene/charts/line_axes.h"

namespace warplens::scene {
namespace {

constexpr float kLowestPlot = 3;  // in text sizes; below that nothing is drawn

class LinePainter {
 public:
  LinePainter(const Chart& chart, const LineChartLook& look, Size size, const Style& style)
      : chart_(chart),
        look_(look),
        style_(style),
        layout_(line_chart_layout(chart, look, size, style)) {
    list_.width = size.width;
    list_.height = size.height;
  }

  DrawList paint() {
    const Box& plot = layout_.plot;
    if (plot.width < style_.text_size * kLowestPlot || plot.height < style_.text_size * kLowestPlot)
      return std::move(list_);
    add_line_axes(list_, chart_, look_, layout_, style_);
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
      if (!chart_.series[i].is_on_stage) paint_series(i);
    }
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
      if (chart_.series[i].is_on_stage) paint_series(i);
    }
    return std::move(list_);
  }

 private:
  void paint_series(std::size_t number) {
    const ChartSeries& series = chart_.series[number];
    if (series.is_hidden) return;
    const float width = std::max(1.0f, style_.text_size * (series.is_on_stage ? 0.18f : 0.1f));
    const Color color = series_color(series, style_.theme);
    std::optional<LineChartLayout::Place> before;
    for (std::size_t side = 0; side < chart_.sides.size(); ++side) {
      const auto here = layout_.place(chart_, series, side, look_.figure);
      if (here && before) {
        add_series_line(list_, series, {before->x, before->y, here->x, here->y, color, width});
      }
      before = here;
    }
    for (std::size_t side = 0; side < chart_.sides.size(); ++side) {
      if (const auto here = layout_.place(chart_, series, side, look_.figure)) {
        paint_point(number, side, *here, color);
      }
    }
  }

  void paint_point(std::size_t number, std::size_t side, LineChartLayout::Place at, Color color) {
    const ChartSeries& series = chart_.series[number];
    const Spread spread = spread_of(*series.points[side], look_.figure);
    const float low = layout_.values.at(spread.low), high = layout_.values.at(spread.high);
    const float cap = style_.text_size * 0.2f;
    list_.lines.push_back({at.x, low, at.x, high, color, 1});
    for (const float y : {low, high}) {
      list_.lines.push_back({at.x - cap, y, at.x + cap, y, color, 1});
    }
    const float radius = style_.text_size * (series.is_on_stage ? 0.32f : 0.24f);
    if (series.kind == timing::EntryKind::variant || series.is_live) {
      add_series_mark(list_, series, at.x, at.y, radius, style_.theme);
    }
    const float reach = style_.text_size * 0.5f;
    list_.rectangles.push_back({at.x - reach,
                                at.y - reach,
                                2 * reach,
                                2 * reach,
                                0,
                                0,
                                1,
                                0,
                                {MarkId::Kind::point, static_cast<std::uint32_t>(number),
                                 static_cast<std::uint32_t>(side)}});
  }

  const Chart& chart_;
  const LineChartLook& look_;
  const Style& style_;
  LineChartLayout layout_;
  DrawList list_;
};

}  // namespace

DrawList line_chart(const Chart& chart, const LineChartLook& look, Size size, const Style& style) {
  return LinePainter(chart, look, size, style).paint();
}

}  // namespace warplens::scene
