// The plot: marks, lines, names and what is pointed at stand where the axes put the entries.
#include "viz/scene/charts/line_chart.h"

#include <algorithm>
#include <cmath>

#include "viz/scene/charts/chart_fixture_test.h"
#include "viz/scene/charts/chart_phrases.h"

namespace warplens::scene {
namespace {

using timing::Entry;
using timing::EntryKind;

TEST_F(LineCharts, MarksLieWhereTheAxesPutTheEntries) {
  for (const LineChartLook& look : all_looks()) {
    const LineChartLayout where = layout(look);
    const auto marks = with_kind(lines(look), MarkId::Kind::point);
    ASSERT_EQ(marks.size(), look.figure == ChartFigure::flop_rate ? 14u : 19u);
    for (const Rectangle& mark : marks) {
      const ChartSeries& series = chart_.series[mark.id.a];
      const float x = where.sizes.at(static_cast<double>(chart_.sides[mark.id.b]));
      const float y = where.values.at(*value_of(chart_, series, mark.id.b, look.figure));
      EXPECT_NEAR(mark.x + mark.width / 2, x, 0.01f);
      EXPECT_NEAR(mark.y + mark.height / 2, y, 0.01f);
      EXPECT_GE(y, where.plot.y);
      EXPECT_LE(y, where.plot.y + where.plot.height);
    }
  }
}

TEST_F(LineCharts, WhatWasNotTimedIsAGapAndNotInterpolated) {
  const LineChartLook look{ChartFigure::bandwidth, true, false, 0};
  const LineChartLayout where = layout(look);
  for (const SeriesPiece& piece : line_pieces(chart_, chart_.series[1], where, look.figure)) {
    EXPECT_TRUE(piece.is_odd) << "of 64, 256 and 4096 the middle one was not timed";
  }
  EXPECT_EQ(line_pieces(chart_, chart_.series[0], where, look.figure).size(), 3u);
  EXPECT_FALSE(where.place(chart_, chart_.series[1], 1, look.figure).has_value());
}

TEST_F(LineCharts, NeighbouringSizesAreTwoPointsAndNoVerticalLine) {
  chart_.series[2].points[4] = &entries_.emplace_back(
      entry_of(EntryKind::ceiling, "device_copy", 4097, 3e-4));  // far from what 4096 takes
  const LineChartLook look{ChartFigure::bandwidth, true, false, 0};
  const LineChartLayout where = layout(look);
  const auto at = [&](std::size_t side) {
    return *where.place(chart_, chart_.series[2], side, look.figure);
  };
  ASSERT_GT(std::abs(at(3).y - at(4).y), 20);
  ASSERT_LT(std::abs(at(3).x - at(4).x), 1);
  for (const Line& line : joints(lines(look), color_of(2))) {
    EXPECT_GT(std::abs(line.x0 - line.x1), 0.2f) << "at " << line.x0;
  }
  std::size_t points = 0;
  for (const Rectangle& mark : with_kind(lines(look), MarkId::Kind::point)) {
    points += mark.id.a == 2 && mark.id.b >= 3;
  }
  EXPECT_EQ(points, 2u);
}

TEST_F(LineCharts, OddSizesAreDashedInTheSameColourAndNamed) {
  const LineChartLook look{ChartFigure::time, true, true, 0};
  const DrawList list = lines(look);
  const LineChartLayout where = layout(look);
  std::size_t dashes = 0, whole = 0;
  for (const Line& line : joints(list, color_of(2))) {
    const bool is_whole = line.x1 - line.x0 > 20;
    (is_whole ? whole : dashes) += 1;
    if (is_whole) continue;
    EXPECT_GE(line.x0, where.sizes.at(1000) - 0.01f) << "the first odd size";
    EXPECT_LE(line.x1, where.sizes.at(4097) + 0.01f);
  }
  EXPECT_EQ(whole, 2u) << "64 to 256 to 4096";
  EXPECT_GT(dashes, 3u);
  EXPECT_TRUE(has_text(list, "odd sizes (no multiples of 32): 1,000 · 4,097"));
  style_.language = Language::zh;
  EXPECT_TRUE(has_text(lines(look), "非整齐规模（不是 32 的倍数）：1,000 · 4,097"));
}

TEST_F(LineCharts, GreySeriesHaveNoLineThroughOddSizesUntilTheyArePointedAt) {
  LineChartLook look{ChartFigure::time, true, true, 0};
  const auto reaches_past_4096 = [&](const DrawList& list, Color color) {
    const float end = layout(look).sizes.at(4096) - 0.5f;
    return std::ranges::count_if(list.lines, [&](const Line& line) {
      return line.color == color && line.x0 != line.x1 && std::max(line.x0, line.x1) > end;
    });
  };
  const Color grey = series_hue(std::nullopt, style_.theme);
  EXPECT_EQ(reaches_past_4096(lines(look), grey), 1) << "the line through usual sizes";
  look.pointed_at = 0;
  EXPECT_EQ(reaches_past_4096(lines(look), grey), 0);
  EXPECT_GT(reaches_past_4096(lines(look), pointed_series(style_.theme)), 1);
}

TEST_F(LineCharts, NothingIsCutOrOverlapsAtAnySize) {
  for (const Language language : {Language::en, Language::zh}) {
    style_.language = language;
    for (const float width : {120.0f, 240.0f, 600.0f, 1200.0f}) {
      for (const float height : {40.0f, 90.0f, 300.0f, 700.0f}) {
        SCOPED_TRACE(std::to_string(width) + " × " + std::to_string(height));
        size_ = {width, height};
        for (LineChartLook look : all_looks()) {
          expect_well_formed(lines(look), style_);
          look.pointed_at = 0;
          expect_well_formed(lines(look), style_);
        }
      }
    }
  }
}

TEST_F(LineCharts, TheBandOfL2EndsBetweenTheLastSizeThatFitsAndTheNext) {
  const LineChartLook look{ChartFigure::time, true, true, 0};
  const LineChartLayout where = layout(look);
  const auto bands = with_kind(lines(look), MarkId::Kind::label);
  ASSERT_EQ(bands.size(), 1u);
  EXPECT_FLOAT_EQ(bands[0].x, where.plot.x);
  const float end = bands[0].x + bands[0].width;
  EXPECT_GT(end, where.sizes.at(256));
  EXPECT_LT(end, where.sizes.at(1000));
  EXPECT_TRUE(has_text(lines(look), "fits in L2"));
  for (Entry& entry : entries_) entry.fits_in_l2 = false;
  EXPECT_TRUE(with_kind(lines(look), MarkId::Kind::label).empty());
}

TEST_F(LineCharts, ThePointUnderThePointerIsTheNearestShown) {
  const LineChartLook look{ChartFigure::bandwidth, true, false, 0};
  const auto at = layout(look).place(chart_, chart_.series[1], 2, look.figure);
  const auto found = point_at(chart_, look, size_, style_, at->x + 2, at->y - 2);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->series, 1u);
  EXPECT_EQ(found->side, 2u);
  chart_.series[1].is_hidden = true;
  const auto next = point_at(chart_, look, size_, style_, at->x + 2, at->y - 2);
  EXPECT_TRUE(!next || next->series != 1);
  EXPECT_FALSE(point_at(chart_, look, size_, style_, 0, 0).has_value());
}

TEST_F(LineCharts, ALineIsPointedAtBetweenItsPointsToo) {
  const LineChartLook look{ChartFigure::time, true, false, 0};
  const LineChartLayout where = layout(look);
  const auto from = *where.place(chart_, chart_.series[0], 1, look.figure);
  const auto to = *where.place(chart_, chart_.series[0], 3, look.figure);
  const float x = from.x + (to.x - from.x) * 0.8f, y = from.y + (to.y - from.y) * 0.8f;
  const auto found = point_at(chart_, look, size_, style_, x, y);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->series, 0u);
}

TEST_F(LineCharts, HiddenSeriesAreNotDrawnAndTheAxisFollowsTheRest) {
  const LineChartLook look{ChartFigure::time, true, false, 0};
  const double before = layout(look).values.high;
  chart_.series[0].is_hidden = true;
  EXPECT_LT(layout(look).values.high, before);
  for (const Rectangle& mark : with_kind(lines(look), MarkId::Kind::point))
    EXPECT_NE(mark.id.a, 0u);
}

TEST_F(LineCharts, WhiskersOfWhatStandsOutAreTheQuartiles) {
  const LineChartLook look{ChartFigure::time, true, false, 0};
  const LineChartLayout where = layout(look);
  const auto has_whisker = [&](std::size_t series) {
    const Entry& entry = *chart_.series[series].points[2];
    const float x = where.sizes.at(1000);
    const float low = where.values.at(entry.seconds.lower_quartile);
    const float high = where.values.at(entry.seconds.upper_quartile);
    return std::ranges::any_of(lines(look).lines, [&](const Line& line) {
      return line.x0 == x && line.x1 == x && line.y0 == low && line.y1 == high;
    });
  };
  EXPECT_FALSE(has_whisker(0)) << "grey";
  for (const std::size_t series : {1u, 2u, 3u}) EXPECT_TRUE(has_whisker(series)) << series;
}

TEST_F(LineCharts, LivePointsWearARing) {
  const LineChartLook look{ChartFigure::time, true, false, 0};
  const auto rings = [&] {
    return std::ranges::count_if(lines(look).rectangles, [this](const Rectangle& each) {
      return each.fill == 0 && each.outline == theme(style_.theme).highlight;
    });
  };
  EXPECT_EQ(rings(), 0);
  chart_.series[0].is_live = true;
  EXPECT_EQ(rings(), 5);
}

TEST_F(LineCharts, ASweepSaysWhatItRunsOverAndHasNoOddValues) {
  chart_.swept = tr("Pixels a thread");
  EXPECT_TRUE(size_runs(chart_).odd.empty());
  const DrawList list = lines({ChartFigure::bandwidth, true, false, 1000});
  const auto says = [&](std::string_view words) {
    return std::ranges::any_of(list.texts, [&](const Text& text) { return text.text == words; });
  };
  EXPECT_TRUE(says("Pixels a thread"));
  EXPECT_FALSE(says("side"));
  EXPECT_EQ(point_phrase(chart_, chart_.series[0], 64, Language::en).front(),
            "tile · Pixels a thread 64");
  expect_well_formed(list, style_);
}

TEST_F(LineCharts, TheLimitOfASweptKernelIsALineOfItsOwnAndNoMeasurement) {
  chart_.swept = tr("Blocks");
  for (Entry& entry : entries_) entry.least = entry.seconds.median / 2;
  ChartSeries limit = chart_.series[1];
  limit.is_selected = false;
  limit.is_least = true;
  chart_.series.push_back(limit);
  give_hues(chart_);
  const std::size_t number = chart_.series.size() - 1;
  for (const ChartFigure figure : kEveryFigure) {
    const double measured = *value_of(chart_, chart_.series[1], 0, figure);
    const double times = figure == ChartFigure::time ? 0.5 : 2;
    EXPECT_DOUBLE_EQ(*value_of(chart_, limit, 0, figure), times * measured);
    const Spread spread = spread_of(chart_, limit, 0, figure);
    EXPECT_EQ(spread.low, spread.high);
  }
  EXPECT_EQ(series_phrase(limit, Language::en), "tile_padded, limit");
  EXPECT_EQ(series_phrase(limit, Language::zh), "tile_padded，极限");
  const auto words = point_phrase(chart_, limit, 64, Language::en);
  ASSERT_EQ(words.size(), 3u);
  EXPECT_TRUE(words[1].starts_with("no run takes less than ")) << words[1];
  EXPECT_EQ(words[2], "reckoned from the chip's limits, not measured");

  const auto pieces = [&] {
    return joints(lines({ChartFigure::time, true, false, 64}), color_of(number)).size();
  };
  const std::size_t with_dashes = pieces();
  chart_.series[number].is_least = false;
  EXPECT_LT(pieces(), with_dashes) << "dashes of the kernel's colour, and the kernel's own line";
}

TEST_F(LineCharts, ASweepFromZeroHasALinearAxis) {
  chart_.swept = tr("Offset");
  chart_.sides = {0, 1, 2, 3, 4};
  EXPECT_FALSE(layout({ChartFigure::bandwidth, true, false, 0}).sizes.is_logarithmic);
  expect_well_formed(lines({ChartFigure::bandwidth, true, false, 0}), style_);
}

}  // namespace
}  // namespace warplens::scene
