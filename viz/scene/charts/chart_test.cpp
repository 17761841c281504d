// Charts drawn from timings made here: axes, ticks, marks and words are those of the entries.
#include "viz/scene/charts/chart.h"

#include <algorithm>
#include <cmath>
#include <deque>
#include <set>

#include "viz/scene/charts/bar_chart.h"
#include "viz/scene/charts/chart_words.h"
#include "viz/scene/charts/line_chart.h"
#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using timing::Entry;
using timing::EntryKind;

Entry entry_of(EntryKind kind, const char* name, std::int64_t side, double seconds) {
  Entry entry;
  entry.kind = kind;
  entry.name = name;
  entry.side = side;
  entry.bytes = 8.0 * static_cast<double>(side * side);
  entry.flops = kind == EntryKind::ceiling ? 0 : static_cast<double>(side * side);
  entry.seconds = {seconds, seconds * 0.9, seconds * 1.2, seconds * 0.95, seconds * 1.1, 25};
  entry.fits_in_l2 = side <= 256;
  return entry;
}

// Two variants, one of which was not timed at 256, below a ceiling and a library.
class Charts : public ::testing::Test {
 protected:
  Charts() {
    chart_.sides = {64, 256, 1000, 4096};
    add(EntryKind::variant, "tile", 2.0);
    add(EntryKind::variant, "tile_padded", 1.5);
    chart_.series[1].points[1] = nullptr;
    chart_.series[1].number = 1;
    chart_.series[1].is_on_stage = true;
    add(EntryKind::ceiling, "device_copy", 1.0);
    add(EntryKind::library, "cublasSgeam", 1.2);
    give_hues(chart_);
  }
  void add(EntryKind kind, const char* name, double factor) {
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
  std::deque<Entry> entries_;
  Chart chart_;
  Style style_;
  Size size_{600, 300};
};

std::vector<LineChartLook> all_looks() {
  std::vector<LineChartLook> looks;
  for (const auto figure : {ChartFigure::time, ChartFigure::bandwidth, ChartFigure::flop_rate}) {
    for (const bool sizes : {false, true}) {
      for (const bool values : {false, true}) looks.push_back({figure, sizes, values, 1000});
    }
  }
  return looks;
}

TEST_F(Charts, WhatTheQuestionIsAboutHasAHueAndTheRestIsGrey) {
  const ThemeName name = ThemeName::dark;
  EXPECT_EQ(series_color(chart_.series[0], name), series_hue(std::nullopt, name));
  std::set<Color> colors;
  for (std::size_t i = 1; i < 4; ++i) colors.insert(series_color(chart_.series[i], name));
  EXPECT_EQ(colors.size(), 3u);
  EXPECT_FALSE(colors.contains(series_hue(std::nullopt, name)));
}

TEST_F(Charts, AtMostFourSeriesHaveHues) {
  for (const char* more : {"packed", "packed_xor", "tile_shift"}) {
    add(EntryKind::variant, more, 1.1);
    chart_.series.back().is_on_stage = true;
  }
  add(EntryKind::library, "another", 1.3);
  chart_.series.back().number = 1;
  give_hues(chart_);
  const auto has_hue = [](const ChartSeries& series) { return series.hue.has_value(); };
  EXPECT_EQ(std::ranges::count_if(chart_.series, has_hue), 4);
}

TEST_F(Charts, WhatWasMeasuredLiveLooksLikeItsRecording) {
  add(EntryKind::variant, "tile_padded", 1.4);
  chart_.series.back().is_on_stage = chart_.series.back().is_live = true;
  give_hues(chart_);
  EXPECT_EQ(chart_.series.back().hue, chart_.series[1].hue);
}

TEST_F(Charts, MarksLieWhereTheAxesPutTheEntries) {
  for (const LineChartLook& look : all_looks()) {
    const LineChartLayout layout = line_chart_layout(chart_, look, size_, style_);
    const auto marks = with_kind(lines(look), MarkId::Kind::point);
    ASSERT_EQ(marks.size(), look.figure == ChartFigure::flop_rate ? 11u : 15u);
    for (const Rectangle& mark : marks) {
      const Entry& entry = *chart_.series[mark.id.a].points[mark.id.b];
      const float x = layout.sizes.at(static_cast<double>(entry.side));
      const float y = layout.values.at(*value_of(entry, look.figure));
      EXPECT_NEAR(mark.x + mark.width / 2, x, 0.01f);
      EXPECT_NEAR(mark.y + mark.height / 2, y, 0.01f);
      EXPECT_GE(y, layout.plot.y);
      EXPECT_LE(y, layout.plot.y + layout.plot.height);
    }
  }
}

TEST_F(Charts, WhatWasNotTimedIsAGapAndNotInterpolated) {
  const LineChartLook look{ChartFigure::bandwidth, true, false, 0};
  const LineChartLayout layout = line_chart_layout(chart_, look, size_, style_);
  const DrawList list = lines(look);
  const Color color = series_color(chart_.series[1], style_.theme);
  std::size_t joints = 0;
  for (const Line& line : list.lines) {
    if (line.color != color || line.x0 == line.x1 || line.y0 == line.y1) continue;
    ++joints;
    EXPECT_NEAR(line.x0, layout.sizes.at(1000), 0.01f);
    EXPECT_NEAR(line.x1, layout.sizes.at(4096), 0.01f);
  }
  EXPECT_EQ(joints, 1u);
  EXPECT_FALSE(layout.place(chart_, chart_.series[1], 1, look.figure).has_value());
}

TEST_F(Charts, NothingIsCutOrOverlapsAtAnySize) {
  for (const Language language : {Language::en, Language::zh}) {
    style_.language = language;
    for (const float width : {120.0f, 240.0f, 600.0f, 1200.0f}) {
      for (const float height : {40.0f, 90.0f, 300.0f, 700.0f}) {
        SCOPED_TRACE(std::to_string(width) + " × " + std::to_string(height));
        size_ = {width, height};
        for (const LineChartLook& look : all_looks()) expect_well_formed(lines(look), style_);
        for (const auto figure : {ChartFigure::time, ChartFigure::flop_rate}) {
          expect_well_formed(bar_chart(chart_, {figure, 1000}, size_, style_), style_);
        }
      }
    }
  }
}

TEST_F(Charts, TheBandOfL2EndsBetweenTheLastSizeThatFitsAndTheNext) {
  const LineChartLook look{ChartFigure::time, true, true, 0};
  const LineChartLayout layout = line_chart_layout(chart_, look, size_, style_);
  const auto bands = with_kind(lines(look), MarkId::Kind::label);
  ASSERT_EQ(bands.size(), 1u);
  EXPECT_FLOAT_EQ(bands[0].x, layout.plot.x);
  const float end = bands[0].x + bands[0].width;
  EXPECT_GT(end, layout.sizes.at(256));
  EXPECT_LT(end, layout.sizes.at(1000));
  EXPECT_TRUE(has_text(lines(look), "fits in L2"));
  for (Entry& entry : entries_) entry.fits_in_l2 = false;
  EXPECT_TRUE(with_kind(lines(look), MarkId::Kind::label).empty());
}

TEST_F(Charts, HoverTellsTheEntrysValues) {
  const auto words = point_words(chart_, chart_.series[0], 1000, Language::en);
  const Entry& entry = *chart_.series[0].points[2];
  EXPECT_DOUBLE_EQ(entry.seconds.median, 2 * 4e-6);
  EXPECT_EQ(words,
            (std::vector<std::string>{
                "tile · side 1,000", "median 8.0000 µs", "minimum 7.2000 µs · maximum 9.6000 µs",
                "quartiles 7.6000 µs – 8.8000 µs", "1.0000 TB/s", "125.00 GFLOP/s",
                "50.0% of device_copy", "60.0% of cublasSgeam", "25 repetitions"}));
  EXPECT_EQ(point_words(chart_, chart_.series[1], 256, Language::en).back(), "not recorded");
  EXPECT_EQ(point_words(chart_, chart_.series[1], 256, Language::zh).back(), "没有记录");
  EXPECT_EQ(point_words(chart_, chart_.series[1], 512, Language::en).back(), "not recorded");
}

TEST_F(Charts, ThePointUnderThePointerIsTheNearestShown) {
  const LineChartLook look{ChartFigure::bandwidth, true, false, 0};
  const LineChartLayout layout = line_chart_layout(chart_, look, size_, style_);
  const auto at = layout.place(chart_, chart_.series[1], 2, look.figure);
  const auto found = point_at(chart_, look, size_, style_, at->x + 2, at->y - 2);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(found->series, 1u);
  EXPECT_EQ(found->side, 2u);
  chart_.series[1].is_hidden = true;
  const auto next = point_at(chart_, look, size_, style_, at->x + 2, at->y - 2);
  EXPECT_TRUE(!next || next->series != 1);
  EXPECT_FALSE(point_at(chart_, look, size_, style_, 0, 0).has_value());
}

TEST_F(Charts, HiddenSeriesAreNotDrawnAndTheAxisFollowsTheRest) {
  const LineChartLook look{ChartFigure::time, true, false, 0};
  const double before = line_chart_layout(chart_, look, size_, style_).values.high;
  chart_.series[0].is_hidden = true;
  EXPECT_LT(line_chart_layout(chart_, look, size_, style_).values.high, before);
  for (const Rectangle& mark : with_kind(lines(look), MarkId::Kind::point))
    EXPECT_NE(mark.id.a, 0u);
  EXPECT_EQ(
      with_kind(bar_chart(chart_, {look.figure, 1000}, size_, style_), MarkId::Kind::bar).size(),
      1u);
}

TEST_F(Charts, BarsAreAsLongAsTheirValues) {
  const DrawList list = bar_chart(chart_, {ChartFigure::bandwidth, 1000}, size_, style_);
  const auto bars = with_kind(list, MarkId::Kind::point);
  ASSERT_EQ(bars.size(), 2u);
  EXPECT_NEAR(bars[1].width / bars[0].width, 2.0 / 1.5, 1e-3);
  EXPECT_TRUE(has_text(list, "1.00 TB/s"));
  EXPECT_TRUE(has_text(list, "1.33 TB/s"));
  EXPECT_TRUE(has_text(list, "device_copy 2.00 TB/s"));
  EXPECT_TRUE(
      has_text(bar_chart(chart_, {ChartFigure::bandwidth, 256}, size_, style_), "not recorded"));
  EXPECT_TRUE(bar_chart(chart_, {ChartFigure::bandwidth, 512}, size_, style_).rectangles.empty());
}

TEST_F(Charts, EveryRowCanBeBroughtIntoView) {
  for (int i = 0; i < 10; ++i) add(EntryKind::variant, "another", 2);
  const Size size{400, 120};
  BarChartLook look{ChartFigure::time, 1000, 0};
  BarChartLayout layout = bar_chart_layout(chart_, look, size, style_);
  ASSERT_EQ(layout.rows.size(), 12u);
  ASSERT_FALSE(layout.has_all());
  std::set<std::uint32_t> seen;
  for (look.first = 0; look.first < layout.rows.size(); ++look.first) {
    const DrawList list = bar_chart(chart_, look, size, style_);
    expect_well_formed(list, style_);
    const auto rows = with_kind(list, MarkId::Kind::bar);
    EXPECT_EQ(rows.size(), layout.count);
    for (const Rectangle& row : rows) seen.insert(row.id.a);
  }
  EXPECT_EQ(seen.size(), 12u);
  look.first = 0;
  EXPECT_EQ(layout.first_to_see(layout.rows.front()), 0u);
  look.first = layout.first_to_see(layout.rows.back());
  EXPECT_EQ(look.first, 12 - layout.count);
  EXPECT_EQ(with_kind(bar_chart(chart_, look, size, style_), MarkId::Kind::bar).back().id.a,
            layout.rows.back());
}

TEST_F(Charts, WhiskersAreTheQuartiles) {
  const Entry& entry = *chart_.series[0].points[2];
  const LineChartLook look{ChartFigure::time, true, false, 0};
  const LineChartLayout layout = line_chart_layout(chart_, look, size_, style_);
  const float x = layout.sizes.at(1000);
  const float low = layout.values.at(entry.seconds.lower_quartile);
  const float high = layout.values.at(entry.seconds.upper_quartile);
  EXPECT_TRUE(std::ranges::any_of(lines(look).lines, [&](const Line& line) {
    return line.x0 == x && line.x1 == x && line.y0 == low && line.y1 == high;
  }));
  const BarChartLook bars{ChartFigure::bandwidth, 1000};
  const Axis axis = bar_chart_layout(chart_, bars, size_, style_).values;
  const float left = axis.at(entry.bytes / entry.seconds.upper_quartile);
  const float right = axis.at(entry.bytes / entry.seconds.lower_quartile);
  EXPECT_TRUE(
      std::ranges::any_of(bar_chart(chart_, bars, size_, style_).lines, [&](const Line& line) {
        return std::abs(line.x0 - left) < 0.01f && std::abs(line.x1 - right) < 0.01f;
      }));
}

TEST_F(Charts, LivePointsWearARing) {
  const LineChartLook look{ChartFigure::time, true, false, 0};
  const auto rings = [&] {
    return std::ranges::count_if(lines(look).rectangles, [this](const Rectangle& each) {
      return each.fill == 0 && each.outline == theme(style_.theme).highlight;
    });
  };
  EXPECT_EQ(rings(), 0);
  chart_.series[0].is_live = true;
  EXPECT_EQ(rings(), 4);
  // It is compared with what was measured live, of which there is no copy here.
  EXPECT_FALSE(share_of_ceiling(chart_, chart_.series[0], 2).has_value());
}

TEST_F(Charts, SeriesStandOutFromTheBackgroundInBothThemes) {
  for (const ThemeName name : {ThemeName::dark, ThemeName::light}) {
    for (std::size_t i = 0; i < 20; ++i) {
      ChartSeries series;
      series.number = i;
      EXPECT_GE(contrast(series_color(series, name), theme(name).background), 3) << i;
    }
  }
}

TEST(ChartAxes, TicksAreRoundAndWithinTheAxis) {
  EXPECT_EQ(nice_ticks({0, 4.3, 0, 1, false}, 5), (std::vector<double>{0, 1, 2, 3, 4}));
  EXPECT_EQ(nice_ticks({0, 4.3, 0, 1, false}, 3), (std::vector<double>{0, 2, 4}));
  const auto decades = nice_ticks({2e-6, 3e-2, 0, 1, true}, 5);
  ASSERT_EQ(decades.size(), 4u);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_NEAR(decades[i] / std::pow(10, i), 1e-5, 1e-12);
  const auto parts = nice_ticks({0.9, 12, 0, 1, true}, 9);
  EXPECT_EQ(parts, (std::vector<double>{1, 2, 5, 10}));
  EXPECT_GE(nice_ticks({3, 4.2, 0, 1, true}, 6).size(), 2u);
}

TEST(ChartAxes, LogarithmicDistancesAreRatios) {
  const Axis axis{1, 100, 0, 200, true};
  EXPECT_NEAR(axis.at(10), 100, 1e-3);
  const Axis upwards{0, 10, 300, 100, false};
  EXPECT_NEAR(upwards.at(2.5), 250, 1e-3);
}

TEST(ChartAxes, ValuesReadWithUnitsAndDigits) {
  EXPECT_EQ(si_words(1.2345e-3, "s"), "1.23 ms");
  EXPECT_EQ(si_words(999.96e-6, "s"), "1.00 ms");
  EXPECT_EQ(si_words(4.0312e12, "B/s"), "4.03 TB/s");
  EXPECT_EQ(si_words(4.0312e15, "B/s"), "4030 TB/s");
  EXPECT_EQ(si_words(52.149e12, "FLOP/s"), "52.1 TFLOP/s");
  EXPECT_EQ(si_words(2e-5, "s", 6, true), "20 µs");
  EXPECT_EQ(si_words(2.5e-5, "s", 6, true), "25 µs");
  EXPECT_EQ(si_words(0, "s"), "0 s");
  EXPECT_EQ(grouped_digits(16384), "16,384");
  EXPECT_EQ(grouped_digits(512), "512");
  EXPECT_EQ(grouped_digits(1048576), "1,048,576");
}

}  // namespace
}  // namespace warplens::scene
