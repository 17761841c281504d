#include "viz/scene/charts/ladder_chart.h"

#include <gmock/gmock.h>

#include <deque>

#include "viz/scene/charts/chart_fixture_test.h"
#include "viz/scene/charts/chart_phrases.h"

namespace warplens::scene {
namespace {

using ::testing::HasSubstr;

class LadderCharts : public ::testing::Test {
 protected:
  LadderCharts() {
    ladder_.family = "transpose";
    ladder_.side = 4096;
    add_rung("naive", 4e-4, 1e-4);
    add_rung("tile", 2e-4, 1e-4);
    add_rung("never_timed", std::nullopt, std::nullopt);
    add_rung("fastest", 1e-4, 5e-5);
    add_yardstick(timing::EntryKind::ceiling, "device_copy", 8e-5);
    add_yardstick(timing::EntryKind::library, "cublasSgeam", 1.6e-4);
  }
  void add_rung(const char* name, std::optional<double> seconds, std::optional<double> least) {
    analysis::LadderRung& rung = ladder_.rungs.emplace_back();
    rung.variant = name;
    rung.least = least;
    if (!seconds) return;
    rung.timed =
        &entries_.emplace_back(entry_of(timing::EntryKind::variant, name, ladder_.side, *seconds));
  }
  void add_yardstick(timing::EntryKind kind, const char* name, double seconds) {
    ladder_.yardsticks.push_back(
        &entries_.emplace_back(entry_of(kind, name, ladder_.side, seconds)));
  }
  [[nodiscard]] DrawList drawn(const LadderLook& look = {}) const {
    return ladder_chart(ladder_, look, {700, 260}, style_);
  }
  [[nodiscard]] static const Text* text(const DrawList& list, std::string_view words) {
    const auto found = std::ranges::find(list.texts, words, &Text::text);
    return found == list.texts.end() ? nullptr : &*found;
  }
  // The bars, from the lowest.
  [[nodiscard]] static std::vector<Rectangle> bars(const DrawList& list) {
    std::vector<Rectangle> found;
    for (const Rectangle& each : list.rectangles) {
      if (each.id.kind == MarkId::Kind::none) found.push_back(each);
    }
    found.resize(found.size() - 2);  // of copy and library, which are drawn last
    return found;
  }

  std::deque<timing::Entry> entries_;
  analysis::Ladder ladder_;
  Style style_;
};

TEST_F(LadderCharts, TheFirstKernelIsLowestAndBarsAreAsLongAsTheRates) {
  const std::vector<Rectangle> all = bars(drawn());
  ASSERT_EQ(all.size(), 3u) << "what was not timed has none";
  EXPECT_GT(all[0].y, all[1].y);
  EXPECT_GT(all[1].y, all[2].y);
  EXPECT_NEAR(all[1].width, 2 * all[0].width, 1);
  EXPECT_NEAR(all[2].width, 4 * all[0].width, 1);
}

TEST_F(LadderCharts, TimesAreBarsThatShrink) {
  const std::vector<Rectangle> all = bars(drawn({.figure = ChartFigure::time}));
  EXPECT_NEAR(all[0].width, 4 * all[2].width, 1);
}

TEST_F(LadderCharts, SharesAreOfTheCopy) {
  const DrawList list = drawn({.figure = ChartFigure::share});
  EXPECT_NE(text(list, "80.0%"), nullptr);
  EXPECT_NE(text(list, "20.0%"), nullptr);
}

TEST_F(LadderCharts, EachRungSaysWhatItGainedAndWhatTheLeastTimesSay) {
  const DrawList list = drawn();
  const Text* measured = text(list, "2.00×");
  ASSERT_NE(measured, nullptr);
  EXPECT_NEAR(measured->y, text(list, "tile")->y, 0.01);
  EXPECT_NEAR(text(list, "1.00×")->y, text(list, "tile")->y, 0.01);
  EXPECT_NE(text(list, "not recorded"), nullptr);
  EXPECT_EQ(gain_phrase(ladder_, 1, Language::en), "gained 2.00×, by the least times 1.00×");
  EXPECT_EQ(gain_phrase(ladder_, 3, Language::en), "4.00× over the lowest rung");
  EXPECT_EQ(gain_phrase(ladder_, 0, Language::en), "");
}

TEST_F(LadderCharts, CopyAndLibraryStandAboveWithALineDown) {
  const DrawList list = drawn();
  ASSERT_EQ(list.lines.size(), 2u);
  ASSERT_NE(text(list, "device_copy"), nullptr);
  EXPECT_LT(text(list, "cublasSgeam")->y, text(list, "fastest")->y);
  EXPECT_GT(list.lines[0].x0, bars(list)[2].x + bars(list)[2].width);
  EXPECT_NEAR(list.lines[1].x0 - bars(list)[0].x, bars(list)[0].width * 2.5, 1);
}

TEST_F(LadderCharts, ACopyHasNoRowWhereOperationsAreShown) {
  const DrawList list = drawn({.figure = ChartFigure::flop_rate});
  EXPECT_EQ(text(list, "device_copy"), nullptr);
  EXPECT_NE(text(list, "cublasSgeam"), nullptr);
}

TEST_F(LadderCharts, ARowIsPickedByItsRung) {
  const DrawList list = drawn();
  const Text* name = text(list, "tile");
  EXPECT_EQ(list.pick(name->x, name->y), (MarkId{MarkId::Kind::bar, 1, 0}));
}

TEST_F(LadderCharts, NothingLeavesTheViewAtAnySize) {
  for (const float width : {40.0f, 200.0f, 400.0f, 1200.0f}) {
    for (const float height : {20.0f, 80.0f, 300.0f, 900.0f}) {
      for (const Language language : {Language::en, Language::zh}) {
        style_.language = language;
        const DrawList list = ladder_chart(ladder_, {}, {width, height}, style_);
        for (const Rectangle& each : list.rectangles) {
          EXPECT_LE(each.x + each.width, width + 0.5f);
          EXPECT_LE(each.y + each.height, height + 0.5f);
        }
        for (const Text& each : list.texts) {
          const float wide = style_.measure(each.text, each.size, false);
          const float left = each.align == Text::Align::right ? each.x - wide : each.x;
          EXPECT_GE(left, -0.5f) << each.text << " at " << width;
          EXPECT_LE(left + wide, width + 0.5f) << each.text << " at " << width;
        }
      }
    }
  }
}

TEST_F(LadderCharts, NoRungsNoPicture) {
  ladder_.rungs.clear();
  EXPECT_TRUE(drawn().texts.empty());
}

}  // namespace
}  // namespace warplens::scene
