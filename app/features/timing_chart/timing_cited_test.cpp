// What documents say has a tab of its own, said to be cited, as printed.
#include "app/features/timing_chart/timing_cited.h"

#include <algorithm>

#include "app/features/timing_chart/timing_window_test.h"
#include "app/settings/timing_choice.h"

namespace warplens::ui {
namespace {

class TimingCited : public ::testing::TestWithParam<Setup>, protected TimingWindow {
 protected:
  TimingCited() : TimingWindow(GetParam()) {}
  [[nodiscard]] bool shows(const std::string& words) const {
    return figure("timing_view.cited_tables").find(words) != std::string::npos;
  }
};

TEST_P(TimingCited, ShowsEveryFigureOfTheFamilyAsPrinted) {
  record();
  click("timing_view.cited_tab");
  settle();
  const auto tables = app_->cited.of("transpose");
  ASSERT_FALSE(tables.empty());
  for (const timing::CitedTable* table : tables) {
    EXPECT_TRUE(shows(ui_.say(table->note)));
    for (const timing::CitedRow& row : table->rows) {
      EXPECT_TRUE(shows(ui_.say(row.name)));
      for (const std::string& printed : row.figures) EXPECT_TRUE(shows(printed)) << printed;
    }
  }
  EXPECT_EQ(figure("timing_view.cited").find("301.1 GB/s"), std::string::npos)
      << "who is cited; the figures stand in the tables";
  EXPECT_NE(figure("timing_view.cited").find(GetParam().language == "zh" ? "引用" : "Cited"),
            std::string::npos);
  EXPECT_EQ(figure("timing_view.value.tile_padded"), "");
  EXPECT_EQ(figure("timing_view.recorded"), "") << "what was recorded is not beside it";
  expect_nothing_overlaps_or_is_cut();
}

TEST_P(TimingCited, AClickOrKeyChoosesTheTabAndItIsRemembered) {
  record();
  ASSERT_FALSE(ui_.widget_log.widgets().contains("timing_view.cited_tables"));
  press(Key::d, true);
  EXPECT_TRUE(ui_.widget_log.widgets().contains("timing_view.cited_tables"));
  EXPECT_FALSE(ui_.widget_log.widgets().contains("timing_view.lines"));
  EXPECT_EQ(app_->settings.timing.tab, session::TimingTab::cited);
  click("timing_view.plot_tab");
  settle();
  EXPECT_FALSE(ui_.widget_log.widgets().contains("timing_view.cited_tables"));
  EXPECT_TRUE(ui_.widget_log.widgets().contains("timing_view.lines"));
}

TEST_P(TimingCited, AnotherStageBeginsWithWhatWasMeasured) {
  record();
  press(Key::d, true);
  ASSERT_TRUE(ui_.widget_log.widgets().contains("timing_view.cited_tables"));
  ASSERT_TRUE(app_->session.set_stage({"transpose/tile", {}, {}, {}, {}}).has_value());
  settle();
  EXPECT_TRUE(ui_.widget_log.widgets().contains("timing_view.lines"));
}

TEST_P(TimingCited, AFamilyThatNoDocumentTimesHasNone) {
  ASSERT_TRUE(app_->session.set_stage({"reduce/shuffle", {}, {}, {}, {}}).has_value());
  settle();
  EXPECT_FALSE(ui_.widget_log.widgets().contains("timing_view.cited_tab"));
  press(Key::d, true);
  EXPECT_EQ(figure("timing_view.cited"), "");
}

INSTANTIATE_TEST_SUITE_P(Languages, TimingCited,
                         ::testing::Values(Setup{{1600, 1000}, "en"}, Setup{{1600, 1000}, "zh"}));

}  // namespace
}  // namespace warplens::ui
