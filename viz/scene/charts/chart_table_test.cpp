// The table of one size: values and ratios are those of the entries, no figure is cut.
#include "viz/scene/charts/chart_table.h"

#include <algorithm>
#include <set>

#include "viz/scene/charts/chart_fixture_test.h"

namespace warplens::scene {
namespace {

using timing::EntryKind;

class ChartTables : public Charts {
 protected:
  [[nodiscard]] DrawList table(const ChartTableLook& look) const {
    return chart_table(chart_, look, size_, style_);
  }
};

TEST_F(ChartTables, ShowsTheSizeEachValueAndItsRatioToTheSelectedOne) {
  const DrawList list = table({ChartFigure::bandwidth, 1000});
  for (const char* words : {"side 1,000", "bandwidth", "tile", "1.00 TB/s", "0.75×", "1.33 TB/s",
                            "1.00×", "2.00 TB/s", "1.50×"}) {
    EXPECT_TRUE(has_text(list, words)) << words;
  }
  EXPECT_TRUE(std::ranges::any_of(list.texts, [](const Text& text) {
    return text.text.starts_with("× ti") && text.text.ends_with("added");
  }));
  const DrawList times = table({ChartFigure::time, 1000});
  for (const char* words : {"time", "8.00 µs", "1.33×", "6.00 µs", "4.00 µs", "0.67×"}) {
    EXPECT_TRUE(has_text(times, words)) << words;
  }
  const DrawList shares = table({ChartFigure::share, 1000});
  for (const char* words : {"share", "50.0%", "66.7%", "100%", "83.3%"}) {
    EXPECT_TRUE(has_text(shares, words)) << words;
  }
}

TEST_F(ChartTables, WhatWasNotTimedIsSaidAndHasNoRatio) {
  const DrawList list = table({ChartFigure::bandwidth, 256});
  EXPECT_TRUE(has_text(list, "not recorded"));
  for (const Text& text : list.texts) {
    EXPECT_EQ(text.text.find("×"), text.text.starts_with("×") ? 0 : std::string::npos)
        << text.text << ": the selected one has no value";
  }
  EXPECT_TRUE(table({ChartFigure::bandwidth, 512}).texts.empty());
}

TEST_F(ChartTables, NothingIsCutOrOverlapsAtAnySize) {
  for (const Language language : {Language::en, Language::zh}) {
    style_.language = language;
    for (const float width : {60.0f, 200.0f, 260.0f, 400.0f}) {
      for (const float height : {20.0f, 60.0f, 300.0f}) {
        for (const ChartFigure figure : kEveryFigure) {
          size_ = {width, height};
          expect_well_formed(table({figure, 1000}), style_);
        }
      }
    }
  }
}

TEST_F(ChartTables, AtTheWidthThatItAsksForNoFigureIsShortened) {
  for (const ChartFigure figure : kEveryFigure) {
    const ChartTableLook look{figure, 4097};
    size_ = {chart_table_width(chart_, look, style_), 300};
    for (const Text& text : table(look).texts) {
      EXPECT_EQ(text.text.find("…"),
                text.text.starts_with("×") ? text.text.find("…") : std::string::npos)
          << text.text;
    }
  }
}

TEST_F(ChartTables, EveryRowCanBeBroughtIntoView) {
  for (int i = 0; i < 10; ++i) add(EntryKind::variant, "another", 2);
  size_ = {400, 120};
  ChartTableLook look{ChartFigure::time, 1000};
  const ChartTableLayout layout = chart_table_layout(chart_, look, size_, style_);
  ASSERT_EQ(layout.rows.size(), 14u);
  ASSERT_FALSE(layout.has_all());
  std::set<std::uint32_t> seen;
  for (look.first = 0; look.first < layout.rows.size(); ++look.first) {
    const DrawList list = table(look);
    expect_well_formed(list, style_);
    const auto rows = with_kind(list, MarkId::Kind::bar);
    EXPECT_EQ(rows.size(), layout.count);
    for (const Rectangle& row : rows) seen.insert(row.id.a);
  }
  EXPECT_EQ(seen.size(), 14u);
  EXPECT_EQ(layout.first_to_see(layout.rows.front()), 0u);
  EXPECT_EQ(layout.first_to_see(layout.rows.back()), 14 - layout.count);
}

TEST_F(ChartTables, ARowIsFoundWhereItIsDrawn) {
  const ChartTableLook look{ChartFigure::time, 1000};
  const ChartTableLayout layout = chart_table_layout(chart_, look, size_, style_);
  for (const Rectangle& row : with_kind(table(look), MarkId::Kind::bar)) {
    EXPECT_EQ(layout.series_at(row.y + row.height / 2), row.id.a);
  }
  EXPECT_FALSE(layout.series_at(1).has_value()) << "the head";
  EXPECT_FALSE(layout.series_at(299).has_value()) << "below the last row";
}

TEST_F(ChartTables, HiddenSeriesHaveNoRow) {
  chart_.series[0].is_hidden = true;
  EXPECT_EQ(with_kind(table({ChartFigure::time, 1000}), MarkId::Kind::bar).size(), 3u);
}

}  // namespace
}  // namespace warplens::scene
