// Names stand at the ends of coloured lines, apart from each other; what is pointed at has one,
// too.
#include "viz/scene/charts/line_names.h"

#include <algorithm>

#include "viz/scene/charts/chart_fixture_test.h"

namespace warplens::scene {
namespace {

TEST_F(LineCharts, ColouredLinesCarryTheirNamesAtTheirEnds) {
  const LineChartLook look{ChartFigure::bandwidth, true, false, 0};
  const DrawList list = lines(look);
  const Box plot = layout(look).plot;
  const std::vector<Text> shown = names(list);
  ASSERT_EQ(shown.size(), 3u);
  for (const Text& name : shown) {
    EXPECT_EQ(name.text, chart_.series[name.id.a].name);
    EXPECT_EQ(name.color, color_of(name.id.a));
    EXPECT_GT(name.x, plot.x + plot.width);
  }
}

TEST_F(LineCharts, NamesOfLinesThatEndTogetherArePushedApartInTheirOrder) {
  for (std::size_t i : {2u, 3u}) {
    for (std::size_t side = 0; side < chart_.sides.size(); ++side) {
      entries_.push_back(*chart_.series[1].points[2]);
      entries_.back().seconds = chart_.series[1].points[side == 1 ? 2 : side]->seconds;
      entries_.back().bytes = chart_.series[1].points[side == 1 ? 2 : side]->bytes;
      chart_.series[i].points[side] = &entries_.back();
    }
  }
  const LineChartLook look{ChartFigure::bandwidth, true, false, 0};
  for (const float height : {80.0f, 120.0f, 300.0f}) {
    size_.height = height;
    const LineChartLayout where = layout(look);
    const auto placed = line_names(chart_, look, where, style_);
    ASSERT_GE(placed.size(), 1u);
    for (std::size_t i = 1; i < placed.size(); ++i) {
      EXPECT_GE(placed[i].y - placed[i - 1].y, style_.text_size) << height;
    }
    EXPECT_GE(placed.front().y, where.plot.y);
    EXPECT_LE(placed.back().y, where.plot.y + where.plot.height);
  }
}

TEST_F(LineCharts, WhatTheTextBesideItQuotesIsNamedToo) {
  const LineChartLook look{ChartFigure::bandwidth, true, false, 0};
  const std::size_t before = names(lines(look)).size();
  chart_.series[0].is_quoted = true;
  const std::vector<Text> shown = names(lines(look));
  EXPECT_EQ(shown.size(), before + 1);
  EXPECT_TRUE(std::ranges::any_of(shown, [&](const Text& name) {
    return name.text == chart_.series[0].name && name.color == theme(style_.theme).text;
  }));
}

TEST_F(LineCharts, WhatIsPointedAtIsColouredAndNamed) {
  LineChartLook look{ChartFigure::bandwidth, true, false, 0};
  const Color color = pointed_series(style_.theme);
  EXPECT_TRUE(joints(lines(look), color).empty());
  look.pointed_at = 0;
  const DrawList list = lines(look);
  EXPECT_FALSE(joints(list, color).empty());
  EXPECT_TRUE(std::ranges::any_of(
      names(list), [&](const Text& name) { return name.text == "tile" && name.color == color; }));
  size_.height = style_.text_size * 5.3f;  // room for one name
  const auto placed = line_names(chart_, look, layout(look), style_);
  ASSERT_EQ(placed.size(), 1u);
  EXPECT_EQ(placed[0].series, 0u);
}

}  // namespace
}  // namespace warplens::scene
