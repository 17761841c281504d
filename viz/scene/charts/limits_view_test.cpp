#include "viz/scene/charts/limits_view.h"

#include <algorithm>

#include "viz/scene/draw/test_support.h"

namespace warplens::scene {
namespace {

using analysis::Unit;

// Shared memory limits with 70 µs, DRAM needs 16, the L2's rate is not known; units that not every
// kernel needs have no work.
analysis::Limits sample() {
  analysis::Limits limits;
  for (std::size_t i = 0; i < analysis::kUnits; ++i) {
    limits.units[i] = {static_cast<Unit>(i), 0, 4e-6};
  }
  limits.units[static_cast<std::size_t>(Unit::dram)].seconds = 16e-6;
  limits.units[static_cast<std::size_t>(Unit::l2)].seconds = std::nullopt;
  limits.units[static_cast<std::size_t>(Unit::wavefronts)].seconds = 70e-6;
  limits.limiting = Unit::wavefronts;
  limits.seconds = 70e-6;
  return limits;
}

DrawList drawn(std::optional<MeasuredTime> measured, const Style& style = {}) {
  return limits_view(sample(), measured, {700, 300}, style);
}

float longest_bar(const DrawList& list, Color color) {
  float longest = 0;
  for (const Rectangle& rectangle : list.rectangles) {
    if (rectangle.fill == color) longest = std::max(longest, rectangle.width);
  }
  return longest;
}

TEST(LimitsView, BarsAreAsLongAsTheirTimes) {
  const DrawList list = drawn(MeasuredTime{140e-6});
  const Theme& colors = theme(ThemeName::dark);
  EXPECT_NEAR(longest_bar(list, colors.highlight), 2 * longest_bar(list, colors.conflict), 1);
  EXPECT_NEAR(longest_bar(list, colors.conflict) * 16 / 70, longest_bar(list, colors.hit), 1);
}

TEST(LimitsView, SaysEachTimeAndWhatIsNotKnown) {
  const DrawList list = drawn(MeasuredTime{87.3e-6});
  for (const char* words : {"16 µs", "70 µs", "87.3 µs", "measured", "rate not published"}) {
    EXPECT_TRUE(has_text(list, words)) << words;
  }
  EXPECT_FALSE(has_text(list, "not measured"));
}

TEST(LimitsView, SaysOfEachRateWhetherItWasMeasuredOrPublishedWhereThereIsRoom) {
  analysis::Limits limits = sample();
  limits.units[static_cast<std::size_t>(Unit::dram)].is_rate_measured = true;
  const DrawList wide = limits_view(limits, std::nullopt, {1000, 300}, {});
  EXPECT_EQ(std::ranges::count(wide.texts, "rate measured", &Text::text), 1);
  EXPECT_EQ(std::ranges::count(wide.texts, "rate by data sheet", &Text::text), 5);
  const DrawList narrow = limits_view(limits, std::nullopt, {400, 300}, {});
  EXPECT_FALSE(has_text(narrow, "rate measured"));
}

TEST(LimitsView, SaysWhereNothingWasMeasured) {
  EXPECT_TRUE(has_text(drawn(std::nullopt), "not measured"));
  EXPECT_TRUE(drawn(std::nullopt).lines.empty());
}

bool is_crossed(const Text& text, const Line& line, const Style& style) {
  if (text.align != Text::Align::left || text.y < line.y0 || text.y > line.y1) return false;
  const float end = text.x + style.measure(text.text, text.size, false);
  return text.x <= line.x0 && line.x0 <= end;
}

TEST(LimitsView, TheMeasuredTimesLineGoesUpThroughNoWords) {
  const Style style;
  for (const float width : {260.f, 400.f, 700.f}) {
    const DrawList list = limits_view(sample(), MeasuredTime{75e-6}, {width, 300}, style);
    EXPECT_FALSE(list.lines.empty()) << width;
    for (const Line& line : list.lines) {
      for (const Text& text : list.texts) {
        EXPECT_FALSE(is_crossed(text, line, style)) << text.text << " at " << width;
      }
    }
  }
}

TEST(LimitsView, ALiveTimeIsCalledSo) {
  EXPECT_TRUE(has_text(drawn(MeasuredTime{1e-4, true}), "measured here"));
}

TEST(LimitsView, WithLittleRoomOnlyWhatLimitsAndTheMeasuredTimeAreShown) {
  const DrawList list = limits_view(sample(), MeasuredTime{140e-6}, {330, 60}, {});
  EXPECT_TRUE(has_text(list, "70 µs"));
  EXPECT_TRUE(has_text(list, "140 µs"));
  EXPECT_FALSE(has_text(list, "16 µs"));
  EXPECT_EQ(list.pick(100, 5).a, static_cast<std::uint32_t>(Unit::wavefronts));
}

TEST(LimitsView, RowsCanBePointedAt) {
  const DrawList list = drawn(MeasuredTime{87.3e-6});
  EXPECT_EQ(list.pick(350, 5).kind, MarkId::Kind::row);
  EXPECT_EQ(list.pick(350, 5).a, static_cast<std::uint32_t>(Unit::dram));
}

TEST(LimitsView, IsWholeAtEverySizeInBothLanguages) {
  for (const Language language : {Language::en, Language::zh}) {
    Style style;
    style.language = language;
    for (const Size size : {Size{40, 20}, Size{260, 120}, Size{1400, 900}}) {
      expect_well_formed(limits_view(sample(), MeasuredTime{87.3e-6}, size, style), style);
    }
  }
}

}  // namespace
}  // namespace warplens::scene
