#include "viz/scene/charts/bar_chart.h"

#include <algorithm>

#include "viz/scene/charts/chart_words.h"

namespace warplens::scene {
namespace {

class BarPainter {
 public:
  BarPainter(const Chart& chart, const BarChartLook& look, Size size, const Style& style)
      : chart_(chart),
        figure_(look.figure),
        style_(style),
        theme_(theme(style.theme)),
        layout_(bar_chart_layout(chart, look, size, style)) {
    list_.width = size.width;
    list_.height = size.height;
  }

  DrawList paint() {
    const bool has_room = layout_.count > 0 && layout_.bars.width >= style_.text_size;
    if (!layout_.side || !has_room) return std::move(list_);
    for (std::size_t i = 0; i < layout_.count; ++i) {
      const std::size_t row = layout_.first + i;
      paint_row(layout_.rows[row], layout_.box_of(row, list_.width));
    }
    for (std::size_t i = 0; i < layout_.lines.size(); ++i) paint_line(layout_.lines[i], i);
    return std::move(list_);
  }

 private:
  [[nodiscard]] const timing::Entry* entry(std::size_t series) const {
    return chart_.series[series].points[*layout_.side];
  }

  void paint_row(std::size_t number, const Box& box) {
    const ChartSeries& series = chart_.series[number];
    if (series.is_on_stage) {
      list_.rectangles.push_back({box.x, box.y, box.width, box.height, theme_.cell, 0, 1, 0, {}});
    }
    const Box& bars = layout_.bars;
    const float gap = style_.text_size * 0.5f;
    add_text(list_, style_, {0, box.y, bars.x - gap, box.height}, {series.name},
             {.align = Text::Align::right, .color = theme_.text});
    const timing::Entry* timed = entry(number);
    if (timed != nullptr && value_of(*timed, figure_)) {
      paint_bar(series, box, *timed);
    } else {
      add_text(list_, style_, {bars.x, box.y, bars.width, box.height},
               {words::not_recorded.in(style_.language), "–"}, {.color = theme_.muted_text});
    }
    list_.rectangles.push_back({box.x,
                                box.y,
                                box.width,
                                box.height,
                                0,
                                0,
                                1,
                                0,
                                {MarkId::Kind::bar, static_cast<std::uint32_t>(number), 0}});
  }

  void paint_bar(const ChartSeries& series, const Box& row, const timing::Entry& timed) {
    const float thick = row.height * 0.7f;
    const Color color = series_color(series, style_.theme);
    list_.rectangles.push_back({layout_.bars.x,
                                row.y + (row.height - thick) / 2,
                                layout_.values.at(*value_of(timed, figure_)) - layout_.bars.x,
                                thick,
                                color,
                                series.is_live ? theme_.highlight : 0,
                                1.5f,
                                0,
                                {MarkId::Kind::point, 0, 0}});
    const Spread spread = spread_of(timed, figure_);
    const float low = layout_.values.at(spread.low), high = layout_.values.at(spread.high);
    paint_whisker(row, low, high);
    paint_value(row, figure_words(*value_of(timed, figure_), figure_), low, high, color);
  }

  void paint_whisker(const Box& row, float low, float high) {
    const float middle = row.y + row.height / 2, cap = row.height * 0.16f;
    list_.lines.push_back({low, middle, high, middle, theme_.text, 1});
    for (const float x : {low, high}) {
      list_.lines.push_back({x, middle - cap, x, middle + cap, theme_.text, 1});
    }
  }

  // Behind the bar and its whisker, or in the bar before it where there is more room.
  void paint_value(const Box& row, const std::string& words, float low, float high, Color color) {
    const float pad = style_.text_size * 0.3f, left = layout_.bars.x;
    const float width = style_.measure(words, style_.text_size, false);
    const float inside = low - left - 2 * pad, behind = list_.width - high - pad;
    const bool is_inside = inside > width || inside > behind;
    const Box place = is_inside ? Box{left, row.y, low - left - pad, row.height}
                                : Box{high + pad, row.y, list_.width - high - pad, row.height};
    add_text(list_, style_, place, {words},
             {.align = is_inside ? Text::Align::right : Text::Align::left,
              .color = is_inside ? text_on(color) : theme_.text});
  }

  // Its name and value stand above the bars, on the side of the line that has room.
  void paint_line(std::size_t number, std::size_t index) {
    const ChartSeries& series = chart_.series[number];
    const double at = *value_of(*entry(number), figure_);
    const float x = layout_.values.at(at), line = style_.text_size * 1.2f;
    const float top = line * static_cast<float>(index);
    const float bottom = layout_.bars.y + layout_.row_height * static_cast<float>(layout_.count);
    add_series_line(list_, series, {x, top, x, bottom, series_color(series, style_.theme), 1.5f});
    const std::string value = figure_words(at, figure_);
    const std::string words = series.name + " " + value;
    const float pad = style_.text_size * 0.3f;
    const bool is_left = x > list_.width - x;
    const Box place =
        is_left ? Box{0, top, x - pad, line} : Box{x + pad, top, list_.width - x - pad, line};
    add_text(
        list_, style_, place, {words, value},
        {.align = is_left ? Text::Align::right : Text::Align::left, .color = theme_.muted_text});
  }

  const Chart& chart_;
  ChartFigure figure_;
  const Style& style_;
  const Theme& theme_;
  BarChartLayout layout_;
  DrawList list_;
};

}  // namespace

DrawList bar_chart(const Chart& chart, const BarChartLook& look, Size size, const Style& style) {
  return BarPainter(chart, look, size, style).paint();
}

}  // namespace warplens::scene
