#include "viz/scene/charts/line_chart.h"

#include <algorithm>

#include "viz/scene/charts/line_axes.h"
#include "viz/scene/charts/line_names.h"

namespace warplens::scene {
namespace {

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
    if (!layout_.has_room(style_)) return std::move(list_);
    add_line_axes(list_, chart_, look_, layout_, style_);
    paint_all([this](std::size_t i) { return !stands_out(i); });
    paint_all([this](std::size_t i) { return stands_out(i) && look_.pointed_at != i; });
    paint_all([this](std::size_t i) { return stands_out(i) && look_.pointed_at == i; });
    add_line_names(list_, chart_, look_, layout_, style_);
    return std::move(list_);
  }

 private:
  [[nodiscard]] SeriesLook look_of_series(std::size_t number) const {
    return look_of(chart_.series[number], look_.pointed_at == number, style_.theme);
  }
  [[nodiscard]] bool stands_out(std::size_t number) const {
    return look_of_series(number).stands_out;
  }

  template <class Which>
  void paint_all(Which which) {
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
      if (!chart_.series[i].is_hidden && which(i)) paint_series(i);
    }
  }

  [[nodiscard]] float line_width(std::size_t number) const {
    const float share = look_.pointed_at == number ? 0.2f : stands_out(number) ? 0.15f : 0.07f;
    return std::max(1.0f, style_.text_size * share);
  }

  void paint_series(std::size_t number) {
    const ChartSeries& series = chart_.series[number];
    const Color color = look_of_series(number).color;
    const float width = line_width(number);
    for (const SeriesPiece& piece : line_pieces(chart_, series, layout_, look_.figure)) {
      if (piece.is_odd && !stands_out(number)) continue;  // grey ones are points there
      const Line line{piece.from.x, piece.from.y, piece.to.x, piece.to.y, color, width};
      const bool is_dashed = piece.is_odd || series.is_least;
      is_dashed ? add_dashed_line(list_, line) : list_.lines.push_back(line);
    }
    const SizeRuns runs = size_runs(chart_);
    for (const bool is_odd : {false, true}) {
      for (const std::size_t side : is_odd ? runs.odd : runs.usual) {
        const auto here = layout_.place(chart_, series, side, look_.figure);
        if (here) paint_point(number, side, *here, is_odd || series.is_least);
      }
    }
  }

  void paint_point(std::size_t number, std::size_t side, LineChartLayout::Place at,
                   bool is_hollow) {
    const ChartSeries& series = chart_.series[number];
    const auto [color, stands_out] = look_of_series(number);
    if (stands_out && !series.is_least) paint_whisker(series, side, at.x, color);
    const float radius = style_.text_size * (stands_out ? 0.28f : 0.13f);
    add_series_mark(list_, {at.x, at.y, radius, color, is_hollow, series.is_live}, style_.theme);
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

  void paint_whisker(const ChartSeries& series, std::size_t side, float x, Color color) {
    const Spread spread = spread_of(chart_, series, side, look_.figure);
    const float low = layout_.values.at(spread.low), high = layout_.values.at(spread.high);
    const float cap = style_.text_size * 0.2f;
    list_.lines.push_back({x, low, x, high, color, 1});
    for (const float y : {low, high}) {
      list_.lines.push_back({x - cap, y, x + cap, y, color, 1});
    }
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
