#include "viz/scene/line_chart.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "viz/scene/chart_words.h"

namespace warplens::scene {
namespace {

constexpr float kLowestPlot = 3;  // in text sizes; below that nothing is drawn

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

std::string tick_words(double tick, ChartFigure figure) {
  constexpr int kDigits = 6;  // of a round number: none is lost
  return figure_words(tick, figure, kDigits, true);
}

class Painter {
 public:
  Painter(const Chart& chart, const LineChartLook& look, Size size, const Style& style)
      : chart_(chart),
        look_(look),
        style_(style),
        theme_(theme(style.theme)),
        layout_(line_chart_layout(chart, look, size, style)) {
    list_.width = size.width;
    list_.height = size.height;
  }

  DrawList paint() {
    const Box& plot = layout_.plot;
    if (plot.width < style_.text_size * kLowestPlot || plot.height < style_.text_size * kLowestPlot)
      return std::move(list_);
    paint_l2();
    paint_values();
    paint_sizes();
    paint_lit_size();
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
      if (!chart_.series[i].is_on_stage) paint_series(i);
    }
    for (std::size_t i = 0; i < chart_.series.size(); ++i) {
      if (chart_.series[i].is_on_stage) paint_series(i);
    }
    return std::move(list_);
  }

 private:
  [[nodiscard]] float x_of(std::size_t side) const {
    return layout_.sizes.at(static_cast<double>(chart_.sides[side]));
  }

  // Up to half way to the first size that does not fit.
  void paint_l2() {
    const Box& plot = layout_.plot;
    std::size_t count = 0;
    while (count < chart_.sides.size() && fits_in_l2(chart_, count)) ++count;
    if (count == 0) return;
    const float right =
        count == chart_.sides.size() ? plot.x + plot.width : (x_of(count - 1) + x_of(count)) / 2;
    list_.rectangles.push_back({plot.x,
                                plot.y,
                                right - plot.x,
                                plot.height,
                                theme_.cell,
                                0,
                                1,
                                0,
                                {MarkId::Kind::label, 0, 0}});
    const float line = style_.text_size * 1.2f;
    add_text(list_, style_, {plot.x + line * 0.3f, plot.y, right - plot.x - line * 0.6f, line},
             {word(Word::in_l2, style_.language), "L2"}, {.color = theme_.muted_text});
  }

  void paint_values() {
    const Box& plot = layout_.plot;
    const float line = style_.text_size * 1.2f;
    add_text(list_, style_, {0, 0, list_.width, line}, {name_of(look_.figure, style_.language)},
             {.color = theme_.muted_text});
    float above = list_.height;
    for (const double tick : layout_.ticks) {
      const float y = layout_.values.at(tick);
      list_.lines.push_back({plot.x, y, plot.x + plot.width, y, theme_.grid, 1});
      if (above - y < style_.text_size) continue;
      above = y;
      const float top = std::clamp(y - line / 2, line, list_.height - 2 * line);
      put_text(list_, {0, top, plot.x - line * 0.3f, line}, tick_words(tick, look_.figure),
               style_.text_size * 0.9f,
               {.align = Text::Align::right,
                .color = theme_.muted_text,
                .id = {MarkId::Kind::axis, 1, 0}});
    }
    list_.lines.push_back({plot.x, plot.y, plot.x, plot.y + plot.height, theme_.padding, 1});
  }

  // The order in which labels take their room: the lit size, the ends, powers of two, the rest.
  [[nodiscard]] int weight_of(std::size_t side) const {
    if (chart_.sides[side] == look_.side) return 0;
    if (side == 0 || side + 1 == chart_.sides.size()) return 1;
    return std::has_single_bit(static_cast<std::uint64_t>(chart_.sides[side])) ? 2 : 3;
  }

  void paint_sizes() {
    const Box& plot = layout_.plot;
    const float bottom = plot.y + plot.height, line = style_.text_size * 1.2f;
    list_.lines.push_back({plot.x, bottom, plot.x + plot.width, bottom, theme_.padding, 1});
    const float size = style_.text_size * 0.9f;
    std::vector<Box> taken;
    for (int weight = 0; weight < 4; ++weight) {
      for (std::size_t i = 0; i < chart_.sides.size(); ++i) {
        if (weight_of(i) == weight) paint_size(i, bottom, taken);
      }
    }
    float left = list_.width;
    for (const Box& box : taken) left = std::min(left, box.x);
    const std::string_view title = word(Word::side, style_.language);
    if (style_.measure(title, size, false) > left) return;
    put_text(list_, {0, bottom + line * 0.3f, left, line}, std::string(title), size,
             {.color = theme_.muted_text});
  }

  // A label that has no room is left out.
  void paint_size(std::size_t side, float bottom, std::vector<Box>& taken) {
    const float line = style_.text_size * 1.2f, size = style_.text_size * 0.9f;
    const float x = x_of(side);
    list_.lines.push_back({x, bottom, x, bottom + line * 0.25f, theme_.padding, 1});
    const std::string words = grouped_digits(chart_.sides[side]);
    const float width = style_.measure(words, size, false) + line * 0.4f;
    const float left = std::clamp(x - width / 2, 0.0f, std::max(0.0f, list_.width - width));
    const bool is_free = std::ranges::none_of(
        taken, [&](const Box& box) { return left < box.x + box.width && box.x < left + width; });
    if (!is_free || width > list_.width) return;
    taken.push_back({left, 0, width, line});
    const bool is_lit = chart_.sides[side] == look_.side;
    put_text(list_, {left, bottom + line * 0.3f, width, line}, words, size,
             {.align = Text::Align::center,
              .color = is_lit ? theme_.highlight : theme_.muted_text,
              .id = {MarkId::Kind::axis, 0, static_cast<std::uint32_t>(side)}});
  }

  void paint_lit_size() {
    const auto index = chart_.index_of(look_.side);
    if (!index) return;
    const float x = x_of(*index);
    const Box& plot = layout_.plot;
    list_.lines.push_back({x, plot.y, x, plot.y + plot.height,
                           mix(theme_.highlight, theme_.background, 0.45f), 1.5f});
  }

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
    if (series.kind == timing::Kind::variant || series.is_live) {
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
  const Theme& theme_;
  LineChartLayout layout_;
  DrawList list_;
};

}  // namespace

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

DrawList line_chart(const Chart& chart, const LineChartLook& look, Size size, const Style& style) {
  return Painter(chart, look, size, style).paint();
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
