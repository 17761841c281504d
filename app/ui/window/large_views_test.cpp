// What of a large trace takes too long for a frame is made on a thread of its own, and stands there
// once the window is still.
#include <gtest/gtest.h>

#include "app/session/launch_views.h"
#include "app/state/exploring.h"
#include "app/ui/view_cache.h"
#include "app/ui/window/whole_window_test.h"
#include "viz/analysis/cache_preset.h"

namespace warplens::ui {
namespace {

class LargeViews : public ::testing::Test, protected WholeWindow {
 protected:
  LargeViews() {
    explore(*app_);
    app_->views = {session::StageView::matrix_view, session::StageView::cache_view};
    const session::Stage large{"transpose/tile", {{"rows", kSide}, {"cols", kSide}}, {}, {}, {}};
    EXPECT_TRUE(app_->session.set_stage(large).has_value());
    settle();
  }
  static constexpr std::int64_t kSide = 768;
};

TEST_F(LargeViews, AReplayComesWhenItIsMade) {
  const std::string one_line = figure("cache_view.totals");
  EXPECT_NE(one_line, "");
  app_->session.choose(analysis::CachePreset::l1);
  settle();
  EXPECT_NE(figure("cache_view.totals"), "");
  EXPECT_NE(figure("cache_view.totals"), one_line);
}

TEST_F(LargeViews, ColoursComeWhenTheyAreMadeAndNoFrameWaits) {
  ViewCache& cache = ui_.cache(session::Side::left);
  const session::LaunchResult& launch = *app_->session.launch();
  recolor(cache, scene::ColorBy::thread);
  EXPECT_EQ(buffer_colors(cache, launch, cache.buffer), nullptr);
  settle();
  const scene::ElementColors* colors = buffer_colors(cache, launch, cache.buffer);
  ASSERT_NE(colors, nullptr);
  const scene::FirstTouches& touches = cache.views->buffers[cache.buffer].touches;
  EXPECT_EQ(colors->colors,
            scene::element_colors(*launch.trace, touches, scene::ColorBy::thread).colors);
}

// The views of a result are made with it: nothing is made of its events for its first frame.
TEST_F(LargeViews, AreHandedOverWithTheResult) {
  EXPECT_EQ(ui_.cache(session::Side::left).views, app_->session.launch()->views);
  EXPECT_EQ(app_->session.launch()->views->timeline.size(),
            app_->session.launch()->trace->events.size());
}

}  // namespace
}  // namespace warplens::ui
