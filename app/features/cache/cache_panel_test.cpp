// The cache view in the window: what it shows follows cursor, phase, cache and order; and the
// choice of a launch.
#include <gtest/gtest.h>

#include "app/features/cache/cache_scroll.h"
#include "app/features/features.h"
#include "app/session/edits.h"
#include "app/state/control_list.h"
#include "app/state/exploring.h"
#include "app/state/make_app_state.h"
#include "app/ui/window/whole_window_test.h"
#include "viz/analysis/cache_preset.h"

namespace warplens::ui {
namespace {

using analysis::CachePreset;

class CachePanel : public ::testing::Test, protected WholeWindow {
 protected:
  // Grid stride over 16 elements by two blocks of one thread, blocks taking turns.
  CachePanel() {
    app_->mode = Mode::explore;
    app_->views = {session::StageView::cache_view, session::StageView::matrix_view};
    session::Stage stage;
    stage.kernel = "add/grid_stride";
    stage.parameters = {{"n", 16}, {"blocks", 2}, {"threads", 1}};
    stage.order = trace::Order::turns;
    stage.cursor = session::Anchor{"", trace::Space::global, trace::EventKind::load, 2};  // a[0]
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    settle();
  }
  void go_to_the_end() {
    press(Key::end);
    draw();
  }
};

TEST_F(CachePanel, HitsAndMissesCountUpToTheCursor) {
  EXPECT_EQ(figure("cache_view.totals"), "0/1");
  EXPECT_EQ(figure("cache_view.access"), "0/1");
  press(Key::right);
  app_->session.playback().hold(1);
  draw();
  EXPECT_EQ(figure("cache_view.totals"), "1/1");
  EXPECT_EQ(figure("cache_view.access"), "1/0");
  go_to_the_end();
  EXPECT_EQ(figure("cache_view.totals"), "8/8");
}

TEST_F(CachePanel, AnotherOrderIsAnotherWalk) {
  go_to_the_end();
  press(Key::o);
  EXPECT_EQ(app_->session.selection().order, trace::Order::recorded);
  go_to_the_end();
  EXPECT_EQ(figure("cache_view.totals"), "0/16");
  click("cache_view.order");
  settle();
  EXPECT_EQ(app_->session.selection().order, trace::Order::turns);
}

TEST_F(CachePanel, TheWheelScrollsTheRowsUntilAnotherAccessIsLookedAt) {
  hover("cache_view.lines");
  ImGui::GetIO().MouseWheel = -1;
  draw();
  EXPECT_EQ(ui_.state<CacheScroll>().sides[0].rows, 1) << "of a cache of one line";
  press(Key::right);
  EXPECT_EQ(ui_.state<CacheScroll>().sides[0].rows, 0);
}

TEST_F(CachePanel, TheCacheIsChosenInTheHeaderOrByKey) {
  go_to_the_end();
  click("cache_view.preset");
  click("cache.l1");
  draw(2);
  EXPECT_EQ(app_->session.chosen<CachePreset>(), CachePreset::l1);
  EXPECT_EQ(figure("cache_view.totals"), "28/4");
  press(Key::k);
  EXPECT_EQ(app_->session.chosen<CachePreset>(), CachePreset::l2);
  press(Key::k);
  EXPECT_EQ(app_->session.chosen<CachePreset>(), CachePreset::one_line);
  EXPECT_EQ(figure("cache_view.totals"), "8/8");
  press(Key::z, false, true);
  EXPECT_EQ(app_->session.chosen<CachePreset>(), CachePreset::l2);
}

TEST_F(CachePanel, BesideAnotherKernelEachSideHasItsOwnReplay) {
  compare_with(app_->session, "add/block_stride");
  settle();
  const session::Anchor last_load{"", trace::Space::global, trace::EventKind::load, 31};
  app_->session.seek(session::find_event(*app_->session.result(), last_load)->event);
  draw();
  EXPECT_EQ(figure("cache_view.totals"), "8/8");
  EXPECT_EQ(figure("right.cache_view.totals"), "0/16");
  expect_nothing_overlaps_or_is_cut();
}

TEST_F(CachePanel, OrderAndCacheAreFoundAgainAtTheNextStart) {
  press(Key::k);
  draw();
  auto next = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", {}, features::all()));
  next->settings = app_->settings;
  ASSERT_TRUE(restore_exploring(*next));
  EXPECT_EQ(next->session.chosen<CachePreset>(), CachePreset::two_lines);
  EXPECT_EQ(next->session.selection().order, trace::Order::turns);
  next->settings.exploring.choices["cache"] = "a thousand lines";
  ASSERT_TRUE(restore_exploring(*next));
  EXPECT_EQ(next->session.chosen<CachePreset>(), CachePreset::one_line);
}

TEST_F(CachePanel, WhileAPredictionIsOpenNoHitOrMissIsTold) {
  ASSERT_TRUE(go_to_lesson(*app_, "block-and-grid-stride", 2).has_value());
  settle();
  ASSERT_TRUE(app_->hides_costs());
  EXPECT_TRUE(ui_.widget_log.panels().contains("cache_view"));
  EXPECT_EQ(figure("cache_view.totals"), "");
  lessons::answer(app_->current_step(), 1, app_->session);
  draw();
  EXPECT_EQ(figure("cache_view.totals"), "0/1");
}

}  // namespace
}  // namespace warplens::ui
