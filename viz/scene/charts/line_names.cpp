#include "viz/scene/charts/line_names.h"

#include <algorithm>

#include "viz/scene/charts/chart_phrases.h"

namespace warplens::scene {
namespace {

float name_height(const Style& style) { return style.text_size * 1.15f; }

// The last usual size that was timed; the last odd one where no usual one was.
std::optional<LineChartLayout::Place> end_of(const Chart& chart, const ChartSeries& series,
                                             const LineChartLayout& layout, ChartFigure figure) {
  const SizeRuns runs = size_runs(chart);
  for (const auto* sides : {&runs.usual, &runs.odd}) {
    for (std::size_t i = sides->size(); i-- > 0;) {
      if (const auto at = layout.place(chart, series, (*sides)[i], figure)) return at;
    }
  }
  return std::nullopt;
}

// 0: first of all.
int importance(const Chart& chart, const LineChartLook& look, std::size_t series) {
  if (look.pointed_at == series) return 0;
  return chart.series[series].is_live ? 2 : 1;
}

}  // namespace

void push_apart(std::vector<LineName>& names, const Box& plot, float line) {
  float lowest = plot.y + line / 2;
  for (LineName& name : names) {
    name.y = std::max(name.y, lowest);
    lowest = name.y + line;
  }
  float highest = plot.y + plot.height - line / 2;
  for (auto name = names.rbegin(); name != names.rend(); ++name) {
    name->y = std::min(name->y, highest);
    highest = name->y - line;
  }
}

std::vector<LineName> line_names(const Chart& chart, const LineChartLook& look,
                                 const LineChartLayout& layout, const Style& style) {
  std::vector<LineName> names;
  for (std::size_t i = 0; i < chart.series.size(); ++i) {
    const ChartSeries& series = chart.series[i];
    const bool is_named = series.hue || series.is_quoted || look.pointed_at == i;
    if (series.is_hidden || !is_named) continue;
    if (const auto end = end_of(chart, series, layout, look.figure)) {
      names.push_back({i, *end, end->y});
    }
  }
  const float line = name_height(style);
  const auto room = static_cast<std::size_t>(std::max(layout.plot.height, 0.0f) / line);
  std::ranges::stable_sort(
      names, {}, [&](const LineName& name) { return importance(chart, look, name.series); });
  names.resize(std::min(names.size(), room));
  std::ranges::stable_sort(names, {}, &LineName::y);
  push_apart(names, layout.plot, line);
  return names;
}

void add_line_names(DrawList& list, const Chart& chart, const LineChartLook& look,
                    const LineChartLayout& layout, const Style& style) {
  const float gap = style.text_size * 0.8f, line = name_height(style);
  const float left = layout.plot.x + layout.plot.width + gap;
  const float width = list.width - left;
  for (const LineName& name : line_names(chart, look, layout, style)) {
    const ChartSeries& series = chart.series[name.series];
    const std::string words = elided(style, series_phrase(series, style.language), width);
    if (words.empty()) continue;
    const Color color = look_of(series, look.pointed_at == name.series, style.theme).color;
    list.lines.push_back(
        {name.end.x, name.end.y, left - gap * 0.25f, name.y, with_alpha(color, 0x80), 1});
    put_text(
        list, {left, name.y - line / 2, width, line}, words, style.text_size,
        {.color = color, .id = {MarkId::Kind::label, static_cast<std::uint32_t>(name.series), 1}});
  }
}

}  // namespace warplens::scene
