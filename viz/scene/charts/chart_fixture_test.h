// Charts from timings made here.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <deque>
#include <iterator>
#include <vector>

#include "viz/scene/charts/line_chart.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {

inline timing::Entry entry_of(timing::EntryKind kind, const char* name, std::int64_t side,
                              double seconds) {
  timing::Entry entry;
  entry.kind = kind;
  entry.name = name;
  entry.side = side;
  entry.bytes = 8.0 * static_cast<double>(side * side);
  entry.flops = kind == timing::EntryKind::ceiling ? 0 : static_cast<double>(side * side);
  entry.seconds = {seconds, seconds * 0.9, seconds * 1.2, seconds * 0.95, seconds * 1.1, 25};
  entry.fits_in_l2 = side <= 256;
  return entry;
}

// Two variants, the selected one of which was not timed at 256, below a ceiling and a library.
// 1000 and 4097 are odd sizes.
class Charts : public ::testing::Test {
 protected:
  Charts() {
    using timing::EntryKind;
    chart_.sides = {64, 256, 1000, 4096, 4097};
    add(EntryKind::variant, "tile", 2.0);
    add(EntryKind::variant, "tile_padded", 1.5);
    chart_.series[1].points[1] = nullptr;
    chart_.series[1].number = 1;
    chart_.series[1].is_on_stage = chart_.series[1].is_selected = true;
    add(EntryKind::ceiling, "device_copy", 1.0);
    add(EntryKind::library, "cublasSgeam", 1.2);
    give_hues(chart_);
  }
  void add(timing::EntryKind kind, const char* name, double factor) {
    ChartSeries series;
    series.kind = kind;
    series.name = name;
    for (const std::int64_t side : chart_.sides) {
      const double bytes = 8.0 * static_cast<double>(side * side);
      entries_.push_back(entry_of(kind, name, side, factor * (2e-6 + bytes / 4e12)));
      series.points.push_back(&entries_.back());
    }
    chart_.series.push_back(series);
  }
  [[nodiscard]] DrawList lines(const LineChartLook& look) const {
    return line_chart(chart_, look, size_, style_);
  }
  [[nodiscard]] LineChartLayout layout(const LineChartLook& look) const {
    return line_chart_layout(chart_, look, size_, style_);
  }
  [[nodiscard]] Color color_of(std::size_t series) const {
    return series_color(chart_.series[series], style_.theme);
  }

  std::deque<timing::Entry> entries_;
  Chart chart_;
  Style style_;
  Size size_{600, 300};
};

class LineCharts : public Charts {
 protected:
  // Lines of a colour that are neither whiskers nor what leads to a name.
  [[nodiscard]] std::vector<Line> joints(const DrawList& list, Color color) const {
    std::vector<Line> found;
    for (const Line& line : list.lines) {
      if (line.color == color && line.width > 1) found.push_back(line);
    }
    return found;
  }
  [[nodiscard]] std::vector<Text> names(const DrawList& list) const {
    std::vector<Text> found;
    std::ranges::copy_if(list.texts, std::back_inserter(found),
                         [](const Text& text) { return text.id.kind == MarkId::Kind::label; });
    return found;
  }
};

inline constexpr std::array kEveryFigure{ChartFigure::time, ChartFigure::bandwidth,
                                         ChartFigure::flop_rate, ChartFigure::share};

inline std::vector<LineChartLook> all_looks() {
  std::vector<LineChartLook> looks;
  for (const auto figure : kEveryFigure) {
    for (const bool sizes : {false, true}) {
      for (const bool values : {false, true}) looks.push_back({figure, sizes, values, 1000});
    }
  }
  return looks;
}

}  // namespace warplens::scene
