// What charts say of timings made here: hues, shares, ratios and words are those of the entries.
#include "viz/scene/charts/chart.h"

#include <algorithm>
#include <set>

#include "viz/scene/charts/chart_fixture_test.h"
#include "viz/scene/charts/chart_phrases.h"

namespace warplens::scene {
namespace {

using timing::Entry;
using timing::EntryKind;

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

TEST_F(Charts, SizesThatNoWarpDividesAreOdd) {
  const SizeRuns runs = size_runs(chart_);
  EXPECT_EQ(runs.usual, (std::vector<std::size_t>{0, 1, 3}));
  EXPECT_EQ(runs.odd, (std::vector<std::size_t>{2, 4}));
  EXPECT_EQ(odd_sizes_wordings(chart_, Language::en)[1], "odd sizes: 1,000 · 4,097");
  EXPECT_TRUE(odd_sizes_wordings({{64, 128}, {}}, Language::en).empty());
}

TEST_F(Charts, WhereAllSizesAreOddTheyAreTheUsualOnes) {
  const SizeRuns runs = size_runs({{100, 1000, 4097}, {}});
  EXPECT_EQ(runs.usual.size(), 3u);
  EXPECT_TRUE(runs.odd.empty());
}

TEST_F(Charts, SharesAreOfTheCeilingsBandwidth) {
  const auto share = [this](std::size_t series) {
    return value_of(chart_, chart_.series[series], 3, ChartFigure::share);
  };
  EXPECT_NEAR(*share(0), 1 / 2.0, 1e-12);
  EXPECT_NEAR(*share(1), 1 / 1.5, 1e-12);
  EXPECT_EQ(share(2), 1);
  EXPECT_NEAR(*share(3), 1 / 1.2, 1e-12);
  EXPECT_FALSE(value_of(chart_, chart_.series[1], 1, ChartFigure::share).has_value());
  EXPECT_EQ(title_of(chart_, ChartFigure::share, Language::en), "share of device_copy");
  chart_.series[2].points[3] = nullptr;
  EXPECT_FALSE(share(0).has_value());
}

TEST_F(Charts, OfOperationsSharesAreOfTheLibrarysSpeed) {
  chart_.ceiling = EntryKind::library;
  const auto share = [this](std::size_t series) {
    return value_of(chart_, chart_.series[series], 3, ChartFigure::share);
  };
  EXPECT_NEAR(*share(0), 1.2 / 2.0, 1e-12);
  EXPECT_EQ(share(3), 1);
  EXPECT_FALSE(share(2).has_value()) << "a copy does no operations";
  EXPECT_EQ(title_of(chart_, ChartFigure::share, Language::zh), "占 cublasSgeam 的比例");
}

TEST_F(Charts, TheSpreadOfAShareIsThatOfItsTimes) {
  const Entry& entry = *chart_.series[0].points[3];
  const Spread spread = spread_of(chart_, chart_.series[0], 3, ChartFigure::share);
  const double share = *value_of(chart_, chart_.series[0], 3, ChartFigure::share);
  EXPECT_NEAR(spread.low / share, entry.seconds.median / entry.seconds.upper_quartile, 1e-12);
  EXPECT_NEAR(spread.high / share, entry.seconds.median / entry.seconds.lower_quartile, 1e-12);
}

TEST_F(Charts, RatiosAreToTheSelectedSeries) {
  const auto ratio = [this](std::size_t series, std::size_t side, ChartFigure figure) {
    return ratio_to_selected(chart_, chart_.series[series], side, figure);
  };
  EXPECT_NEAR(*ratio(0, 3, ChartFigure::time), 2.0 / 1.5, 1e-12);
  EXPECT_NEAR(*ratio(2, 3, ChartFigure::bandwidth), 1.5, 1e-12);
  EXPECT_NEAR(*ratio(2, 3, ChartFigure::share), 1.5, 1e-12);
  EXPECT_EQ(ratio(1, 3, ChartFigure::time), 1);
  EXPECT_FALSE(ratio(0, 1, ChartFigure::time).has_value()) << "the selected one has no value";
  chart_.series[0].is_live = true;
  EXPECT_FALSE(ratio(0, 3, ChartFigure::time).has_value()) << "the selected one was recorded";
}

TEST_F(Charts, RatiosReadWithTwoDecimals) {
  EXPECT_EQ(ratio_phrase(2.156), "2.16×");
  EXPECT_EQ(ratio_phrase(1), "1.00×");
  EXPECT_EQ(ratio_phrase(26.641), "26.64×");
  EXPECT_EQ(ratio_phrase(212.3), "212×");
  EXPECT_EQ(ratio_phrase(0.0375), "0.037×");
}

TEST_F(Charts, SharesReadAsPercent) {
  EXPECT_EQ(figure_phrase(0.78412, ChartFigure::share), "78.4%");
  EXPECT_EQ(figure_phrase(1, ChartFigure::share), "100%");
  EXPECT_EQ(figure_phrase(0.0869, ChartFigure::share), "8.69%");
  EXPECT_EQ(figure_phrase(0.2, ChartFigure::share, 6, true), "20%");
  EXPECT_EQ(figure_phrase(0, ChartFigure::share, 6, true), "0%");
}

TEST_F(Charts, ALongNameLosesItsMiddle) {
  EXPECT_EQ(elided(style_, "tile_padded", 1000), "tile_padded");
  const std::string cut = elided(style_, "tile_gridstride", 80);
  EXPECT_TRUE(cut.starts_with("til") && cut.ends_with("ride")) << cut;
  EXPECT_LE(style_.measure(cut, style_.text_size, false), 80);
  EXPECT_EQ(elided(style_, "tile", 3), "");
}

TEST_F(Charts, HoverTellsTheEntrysValues) {
  const auto words = point_phrase(chart_, chart_.series[0], 1000, Language::en);
  const Entry& entry = *chart_.series[0].points[2];
  EXPECT_DOUBLE_EQ(entry.seconds.median, 2 * 4e-6);
  EXPECT_EQ(words,
            (std::vector<std::string>{
                "tile · side 1,000", "median 8.0000 µs", "minimum 7.2000 µs · maximum 9.6000 µs",
                "quartiles 7.6000 µs – 8.8000 µs", "1.0000 TB/s", "125.00 GFLOP/s",
                "50.0% of device_copy", "60.0% of cublasSgeam", "25 repetitions"}));
  EXPECT_EQ(point_phrase(chart_, chart_.series[1], 256, Language::en).back(), "not recorded");
  EXPECT_EQ(point_phrase(chart_, chart_.series[1], 256, Language::zh).back(), "没有记录");
  EXPECT_EQ(point_phrase(chart_, chart_.series[1], 512, Language::en).back(), "not recorded");
}

TEST_F(Charts, HoverTellsTheDayOfWhatIsOlderThanItsRecording) {
  Entry older = *chart_.series[0].points[2];
  older.date = "2026-11-22";
  chart_.series[0].points[2] = &older;
  EXPECT_EQ(point_phrase(chart_, chart_.series[0], 1000, Language::en).back(),
            "recorded 2026-11-22");
  EXPECT_EQ(point_phrase(chart_, chart_.series[0], 1000, Language::zh).back(), "录制于 2026-11-22");
}

TEST_F(Charts, WhatWasMeasuredLiveHasNoShareOfWhatWasRecorded) {
  chart_.series[0].is_live = true;
  EXPECT_FALSE(share_of_ceiling(chart_, chart_.series[0], 2).has_value());
  EXPECT_FALSE(value_of(chart_, chart_.series[0], 2, ChartFigure::share).has_value());
}

}  // namespace
}  // namespace warplens::scene
