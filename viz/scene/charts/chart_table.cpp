#include "viz/scene/charts/chart_table.h"

#include <algorithm>

#include "viz/scene/charts/chart_axis.h"
#include "viz/scene/charts/chart_phrases.h"

namespace warplens::scene {
namespace {

constexpr float kRow = 1.35f, kMarkColumn = 1.3f, kColumnGap = 0.9f;  // in text sizes

std::string value_phrase(const Chart& chart, const ChartSeries& series, const ChartTableLook& look,
                         std::size_t side) {
  const auto value = value_of(chart, series, side, look.figure);
  return value ? figure_phrase(*value, look.figure) : std::string();
}

std::string ratio_cell(const Chart& chart, const ChartSeries& series, const ChartTableLook& look,
                       std::size_t side) {
  const auto ratio = ratio_to_selected(chart, series, side, look.figure);
  return ratio ? ratio_phrase(*ratio) : std::string();
}

std::string ratio_head(const Chart& chart) {
  for (const bool is_live : {false, true}) {
    const ChartSeries* selected = selected_series(chart, is_live);
    if (selected != nullptr) return "× " + selected->name;
  }
  return {};
}

// The width that each column's cells need, without the gaps between them.
struct ColumnWidths {
  float name = 0, value = 0, ratio = 0;
};

ColumnWidths column_widths(const Chart& chart, const ChartTableLook& look, const Style& style) {
  const auto width = [&](std::string_view words) {
    return style.measure(words, style.text_size, false);
  };
  const auto side = chart.index_of(look.side);
  ColumnWidths widths;
  widths.value = width(name_of(look.figure, style.language));
  for (const ChartSeries& series : chart.series) {
    if (series.is_hidden) continue;
    widths.name = std::max(widths.name, width(series_phrase(series, style.language)));
    if (!side) continue;
    widths.value = std::max(widths.value, width(value_phrase(chart, series, look, *side)));
    widths.ratio = std::max(widths.ratio, width(ratio_cell(chart, series, look, *side)));
  }
  // Rounding the columns' ends must not cut a figure.
  for (float* each : {&widths.name, &widths.value, &widths.ratio}) *each += 1;
  return widths;
}

// The selected one's name is cut rather than let the column grow past this.
float ratio_width(const Chart& chart, const ColumnWidths& widths, const Style& style) {
  constexpr float kWidestHead = 7;  // in text sizes
  const float head = style.measure(ratio_head(chart), style.text_size, false);
  return std::max(widths.ratio, std::min(head, style.text_size * kWidestHead));
}

class TablePainter {
 public:
  TablePainter(const Chart& chart, const ChartTableLook& look, Size size, const Style& style)
      : chart_(chart),
        look_(look),
        style_(style),
        theme_(theme(style.theme)),
        layout_(chart_table_layout(chart, look, size, style)) {
    list_.width = size.width;
    list_.height = size.height;
  }

  DrawList paint() {
    const auto side = chart_.index_of(look_.side);
    if (!side || layout_.count == 0) return std::move(list_);
    paint_head();
    for (std::size_t i = 0; i < layout_.count; ++i) {
      const float y = layout_.head_height + layout_.row_height * static_cast<float>(i);
      paint_row(layout_.rows[layout_.first + i], *side, y);
    }
    return std::move(list_);
  }

 private:
  void cell(float from, float to, float y, std::string_view words, Text::Align align, Color color) {
    const std::string shown = elided(style_, words, to - from);
    if (shown.empty()) return;
    put_text(list_, {from, y, to - from, layout_.row_height}, shown, style_.text_size,
             {.align = align, .color = color});
  }

  void paint_head() {
    const float gap = style_.text_size * kColumnGap;
    const std::string size = axis_title(chart_, style_.language) + " " + grouped_digits(look_.side);
    cell(0, layout_.name_end, 0, size, Text::Align::left, theme_.highlight);
    cell(layout_.name_end + gap, layout_.value_end, 0, name_of(look_.figure, style_.language),
         Text::Align::right, theme_.muted_text);
    cell(layout_.value_end + gap, layout_.ratio_end, 0, ratio_head(chart_), Text::Align::right,
         theme_.muted_text);
    const float y = layout_.head_height - 1;
    list_.lines.push_back({0, y, list_.width, y, theme_.grid, 1});
  }

  void paint_row(std::size_t number, std::size_t side, float y) {
    const ChartSeries& series = chart_.series[number];
    const bool is_pointed_at = look_.pointed_at == number;
    const Color ground = is_pointed_at        ? mix(theme_.cell, theme_.highlight, 0.25f)
                         : series.is_on_stage ? theme_.cell
                                              : 0;
    list_.rectangles.push_back({0,
                                y,
                                list_.width,
                                layout_.row_height,
                                ground,
                                0,
                                1,
                                0,
                                {MarkId::Kind::bar, static_cast<std::uint32_t>(number), 0}});
    const SeriesLook look = look_of(series, is_pointed_at, style_.theme);
    const float radius = style_.text_size * (look.stands_out ? 0.28f : 0.18f);
    add_series_mark(list_,
                    {style_.text_size * 0.6f, y + layout_.row_height / 2, radius, look.color,
                     series.is_least, series.is_live},
                    style_.theme);
    const Color ink = look.stands_out ? theme_.text : theme_.muted_text;
    cell(style_.text_size * kMarkColumn, layout_.name_end, y,
         series_phrase(series, style_.language), Text::Align::left, ink);
    paint_figures(series, side, y, ink);
  }

  void paint_figures(const ChartSeries& series, std::size_t side, float y, Color ink) {
    const float gap = style_.text_size * kColumnGap;
    const std::string value = value_phrase(chart_, series, look_, side);
    if (value.empty()) {
      const bool is_timed = series.points[side] != nullptr;
      return cell(layout_.name_end + gap, layout_.ratio_end, y,
                  is_timed ? "–" : phrases::not_recorded.in(style_.language), Text::Align::right,
                  theme_.muted_text);
    }
    cell(layout_.name_end + gap, layout_.value_end, y, value, Text::Align::right, ink);
    cell(layout_.value_end + gap, layout_.ratio_end, y, ratio_cell(chart_, series, look_, side),
         Text::Align::right, ink);
  }

  const Chart& chart_;
  const ChartTableLook& look_;
  const Style& style_;
  const Theme& theme_;
  ChartTableLayout layout_;
  DrawList list_;
};

}  // namespace

std::optional<std::size_t> ChartTableLayout::series_at(float y) const {
  if (y < head_height || row_height <= 0) return std::nullopt;
  const auto row = static_cast<std::size_t>((y - head_height) / row_height);
  return row < count ? std::optional(rows[first + row]) : std::nullopt;
}

std::size_t ChartTableLayout::first_to_see(std::size_t series) const {
  const auto found = std::ranges::find(rows, series);
  if (found == rows.end()) return first;
  const auto row = static_cast<std::size_t>(found - rows.begin());
  if (row < first) return row;
  return row < first + count ? first : row + 1 - std::max<std::size_t>(count, 1);
}

float chart_table_width(const Chart& chart, const ChartTableLook& look, const Style& style) {
  const ColumnWidths widths = column_widths(chart, look, style);
  return widths.name + widths.value + ratio_width(chart, widths, style) +
         style.text_size * (kMarkColumn + 2 * kColumnGap + 0.6f);
}

ChartTableLayout chart_table_layout(const Chart& chart, const ChartTableLook& look, Size size,
                                    const Style& style) {
  const ColumnWidths widths = column_widths(chart, look, style);
  const float unit = style.text_size, gap = unit * kColumnGap;
  ChartTableLayout layout;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    if (!chart.series[i].is_hidden) layout.rows.push_back(i);
  }
  layout.row_height = unit * kRow;
  layout.head_height = unit * kRow;
  layout.ratio_end = size.width - unit * 0.3f;
  layout.value_end = layout.ratio_end - ratio_width(chart, widths, style) - gap;
  layout.name_end = layout.value_end - widths.value - gap;
  const bool has_room = layout.name_end > unit * (kMarkColumn + 3);
  const float room = std::max(size.height - layout.head_height, 0.0f);
  const auto fitting = static_cast<std::size_t>(room / layout.row_height);
  layout.count = has_room ? std::min(fitting, layout.rows.size()) : 0;
  layout.first = std::min(look.first, layout.rows.size() - layout.count);
  return layout;
}

DrawList chart_table(const Chart& chart, const ChartTableLook& look, Size size,
                     const Style& style) {
  return TablePainter(chart, look, size, style).paint();
}

}  // namespace warplens::scene
