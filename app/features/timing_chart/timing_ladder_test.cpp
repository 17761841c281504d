// The ladder has a tab of its own: rung by rung, and a press on one brings its kernel here.
#include "app/features/timing_chart/timing_ladder.h"

#include "app/features/timing_chart/timing_window_test.h"
#include "app/settings/timing_choice.h"

namespace warplens::ui {
namespace {

class TimingLadder : public ::testing::TestWithParam<Setup>, protected TimingWindow {
 protected:
  TimingLadder() : TimingWindow(GetParam()) {
    record();
    press(Key::d, false, true);
  }
  [[nodiscard]] bool is_shown() const {
    return std::ranges::any_of(ui_.widget_log.widgets(), [](const auto& widget) {
      return widget.first.starts_with("timing_view.rung.");
    });
  }
  [[nodiscard]] const std::vector<catalog::Rung>& rungs() const { return family().ladder; }
  // What the rung took over what this one took, at the largest size.
  [[nodiscard]] std::string gain(std::size_t rung) const {
    const auto seconds = [&](std::size_t i) {
      return entry(rungs()[i].variant, kSides.back()).seconds.median;
    };
    return scene::ratio_phrase(seconds(rung - 1) / seconds(rung));
  }
};

TEST_P(TimingLadder, ShowsEachRungWithItsRateAndItsGain) {
  ASSERT_TRUE(is_shown());
  ASSERT_GE(rungs().size(), 3u);
  for (std::size_t i = 0; i < rungs().size(); ++i) {
    const std::string& name = rungs()[i].variant;
    if (!rungs()[i].settings.empty()) continue;
    EXPECT_EQ(figure("timing_view.rung_value." + name), words(name, kSides.back()));
    if (i > 0 && rungs()[i - 1].settings.empty()) {
      EXPECT_EQ(figure("timing_view.rung_gain." + name), gain(i)) << name;
    }
  }
  expect_nothing_overlaps_or_is_cut();
}

TEST_P(TimingLadder, FollowsTheSize) {
  const std::string& name = rungs()[1].variant;
  press_keys(Key::down, 1, true);
  EXPECT_EQ(figure("timing_view.rung_value." + name), words(name, kSides[kSides.size() - 2]));
}

TEST_P(TimingLadder, SaysOfTheRungThatIsPointedAtWhatItShouldGain) {
  const catalog::Rung& rung = rungs()[1];
  EXPECT_EQ(figure("timing_view.rung_told").find(ui_.say(rung.expected)), std::string::npos);
  hover("timing_view.rung." + rung.variant);
  settle();
  EXPECT_NE(figure("timing_view.rung_told").find(ui_.say(rung.expected)), std::string::npos);
}

TEST_P(TimingLadder, APressOnARungBringsItsKernelOntoTheStage) {
  const std::string& name = rungs().front().variant;
  ASSERT_NE(app_->session.variant(session::Side::left)->name, name);
  click("timing_view.rung." + name);
  settle();
  EXPECT_EQ(app_->session.variant(session::Side::left)->name, name);
  EXPECT_TRUE(is_shown());
}

TEST_P(TimingLadder, ButtonAndKeyGoBackAndForthAndItIsRemembered) {
  EXPECT_EQ(app_->settings.timing.tab, session::TimingTab::ladder);
  click("timing_view.plot_tab");
  settle();
  EXPECT_FALSE(is_shown());
  click("timing_view.ladder_tab");
  settle();
  EXPECT_TRUE(is_shown());
  press(Key::d, false, true);
  EXPECT_FALSE(is_shown());
}

TEST_P(TimingLadder, AFamilyWithoutOneHasNoTab) {
  ASSERT_TRUE(app_->session.set_stage({"shared/wide", {}, {}, {}, {}}).has_value());
  settle();
  EXPECT_FALSE(is_shown());
  EXPECT_FALSE(ui_.widget_log.widgets().contains("timing_view.ladder_tab"));
}

INSTANTIATE_TEST_SUITE_P(Languages, TimingLadder,
                         ::testing::Values(Setup{{1600, 1000}, "en"}, Setup{{1600, 1000}, "zh"}));

}  // namespace
}  // namespace warplens::ui
