// The timing view at several sizes, in both languages, alone and beside other views.
#include "app/features/timing_chart/staged_timing.h"
#include "app/features/timing_chart/timing_window_test.h"
#include "app/session/edits.h"
#include "app/session/recordings.h"

namespace warplens::ui {
namespace {

using session::StageView;

class TimingLayout : public ::testing::TestWithParam<Setup>, protected TimingWindow {
 protected:
  TimingLayout() : TimingWindow(GetParam()) {}
};

TEST_P(TimingLayout, NothingOverlapsAndNothingIsCut) {
  record();
  const std::vector<std::vector<StageView>> stages{
      {StageView::timing_view},
      {StageView::timing_view, StageView::matrix_view},
      {StageView::bank_view, StageView::timing_view},
      {StageView::matrix_view, StageView::timing_view, StageView::bank_view}};
  for (const bool is_pair : {false, true}) {
    if (is_pair) compare_with(app_->session, "transpose/packed_xor");
    for (const auto& views : stages) {
      app_->views = views;
      for (int turn = 0; turn < 3; ++turn) {
        SCOPED_TRACE(fmt::format("{} views, pair {}, turn {}", views.size(), is_pair, turn));
        settle();
        expect_nothing_overlaps_or_is_cut();
        press(Key::v);
        press(Key::d, turn == 1);
      }
    }
  }
}

// What is a low panel beside a large view: its picture has no room there.
class LowView : public ::testing::TestWithParam<Setup>, protected TimingWindow {
 protected:
  LowView() : TimingWindow(GetParam()) {}
};

TEST_P(LowView, TimesAreATableInPlaceOfAPlot) {
  record();
  app_->views = {StageView::bank_view, StageView::timing_view};
  settle();
  EXPECT_FALSE(ui_.widget_log.widgets().contains("timing_view.lines"));
  EXPECT_NE(figure("timing_view.rows_seen").find("tile_padded"), std::string::npos);
  expect_nothing_overlaps_or_is_cut();
}

TEST_P(LowView, APictureThatHasNoRoomSaysSoUntilItHas) {
  app_->views = {StageView::bank_view, StageView::resources_view};
  settle();
  ASSERT_TRUE(ui_.widget_log.widgets().contains("resources_view.table"));
  EXPECT_TRUE(ui_.widget_log.figures().contains("resources.no_room"));
  app_->views = {StageView::resources_view};
  settle();
  EXPECT_FALSE(ui_.widget_log.figures().contains("resources.no_room"));
}

// The drawer is closed, as lessons begin.
class TimingHero : public ::testing::TestWithParam<Setup>, protected TimingWindow {
 protected:
  TimingHero() : TimingWindow(GetParam()) {}
  void expect_half_for_the_plot() const {
    const WidgetRect view = ui_.widget_log.panels().at("timing_view");
    const WidgetRect plot = ui_.widget_log.widgets().at("timing_view.lines");
    EXPECT_GE(plot.width * plot.height, view.width * view.height / 2);
    EXPECT_TRUE(ui_.widget_log.widgets().contains("timing_view.table"));
    for (const char* name : {"reading.rate", "reading.time", "reading.share", "side", "options"}) {
      const std::string full = std::string("timing_view.") + name;
      // Nothing that is published limits what shared memory alone gives.
      const bool has_share = !app_->session.selection().kernel.starts_with("shared/");
      if (full == "timing_view.reading.share" && !has_share) continue;
      ASSERT_TRUE(ui_.widget_log.widgets().contains(full));
      EXPECT_NEAR(ui_.widget_log.widgets().at(full).y,
                  ui_.widget_log.widgets().at("timing_view.options").y, 2)
          << full << " is in another line";
    }
    EXPECT_NE(figure("timing_view.recorded"), "") << "whose figures they are is always said";
    expect_nothing_overlaps_or_is_cut();
  }
};

TEST_P(TimingHero, ThePlotHasHalfOfTheViewInEveryLessonThatShowsIt) {
  app_->recordings = session::Recordings(WARPLENS_SOURCE_DIR "/assets", {});
  app_->recordings.wait();
  std::size_t seen = 0;
  for (const lessons::Lesson& lesson : app_->lessons) {
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
      const auto& views = lesson.steps[step].scene.views;
      if (views.empty() || views.front() != StageView::timing_view) continue;
      const auto& timing = lesson.steps[step].stage.asked.of<timing_chart::StagedTiming>();
      if (timing.cited || timing.ladder) continue;  // a table; bars
      if (lesson.steps[step].prediction) continue;  // hidden until it is answered
      SCOPED_TRACE(lesson.id + "/" + lesson.steps[step].id);
      ASSERT_TRUE(go_to_lesson(*app_, lesson.id, static_cast<std::ptrdiff_t>(step)).has_value());
      settle();
      expect_half_for_the_plot();
      ++seen;
    }
  }
  EXPECT_GE(seen, 6u);
}

TEST_P(TimingHero, ThePlotHasHalfOfTheViewWhileExploring) {
  app_->settings.explore_arrangement = session::kLessonArrangement;
  record();
  expect_half_for_the_plot();
  compare_with(app_->session, "transpose/packed_xor");
  settle();
  expect_half_for_the_plot();
}

TEST_P(TimingHero, ThePlotHasHalfOfTheViewWhilePresenting) {
  record();
  press(Key::f5);
  ASSERT_TRUE(set_scale(ui_, *app_, text_scale(app_->settings)).has_value());
  settle();
  const WidgetRect view = ui_.widget_log.panels().at("timing_view");
  const WidgetRect plot = ui_.widget_log.widgets().at("timing_view.lines");
  EXPECT_GE(plot.width * plot.height, view.width * view.height / 2);
  expect_nothing_overlaps_or_is_cut();
}

INSTANTIATE_TEST_SUITE_P(Sizes, LowView,
                         ::testing::Values(Setup{{1600, 1000}, "en"}, Setup{{1600, 960}, "en"}));

INSTANTIATE_TEST_SUITE_P(Sizes, TimingHero,
                         ::testing::Values(Setup{{1280, 800}, "en"}, Setup{{1280, 800}, "zh"},
                                           Setup{{1440, 900}, "en"}, Setup{{1440, 900}, "zh"},
                                           Setup{{1920, 1080}, "en"}, Setup{{1920, 1080}, "zh"}));

INSTANTIATE_TEST_SUITE_P(Sizes, TimingLayout,
                         ::testing::Values(Setup{{1024, 700}, "en"}, Setup{{1280, 800}, "zh"},
                                           Setup{{1440, 900}, "en"}, Setup{{1920, 1080}, "zh"},
                                           Setup{{1600, 1000}, "en", 1.6f}));

}  // namespace
}  // namespace warplens::ui
