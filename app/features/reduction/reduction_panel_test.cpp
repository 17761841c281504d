// The reduction view in the window: the block under the cursor, Explore, and a prediction's
// silence.
#include <gtest/gtest.h>

#include "app/session/edits.h"
#include "app/state/exploring.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

class ReductionPanel : public ::testing::Test, protected WholeWindow {
 protected:
  ReductionPanel() {
    explore(*app_);
    app_->views = {session::StageView::reduction_view, session::StageView::bank_view};
    show("reduce/interleaved", {{"n", 128}, {"threads", 64}, {"blocks", 2}});
  }
  void show(const char* kernel, const catalog::Parameters& parameters) {
    const session::Stage stage{kernel, parameters, {}, {}, {}};
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    settle();
    draw(2);
  }
};

TEST_F(ReductionPanel, CountsLanesAndDivergentWarpsStepByStep) {
  EXPECT_EQ(figure("reduction_view.lanes"), "64 32 16 8 4 2 1 1 ");
  EXPECT_EQ(figure("reduction_view.divergent"), "0 2 2 2 2 2 1 1 ");
  show("reduce/interleaved_indexed", {{"n", 128}, {"threads", 64}, {"blocks", 2}});
  EXPECT_EQ(figure("reduction_view.lanes"), "64 32 16 8 4 2 1 1 ");
  EXPECT_EQ(figure("reduction_view.divergent"), "0 0 1 1 1 1 1 1 ");
}

TEST_F(ReductionPanel, ShowsTheBlockUnderTheCursor) {
  EXPECT_EQ(figure("reduction_view.of_block"), "0");
  const auto& events = app_->session.launch()->trace->events;
  std::size_t event = 0;
  while (events.block(event) == 0) ++event;
  app_->session.seek(event);
  settle();
  draw(2);
  EXPECT_EQ(figure("reduction_view.of_block"), "1");
}

TEST_F(ReductionPanel, WhileAQuestionIsOpenItCountsNothingAndShowsNoStepThatIsAskedAbout) {
  app_->mode = Mode::lesson;
  ASSERT_TRUE(go_to_lesson(*app_, "reduction", 1).has_value());
  settle();
  draw(2);
  ASSERT_TRUE(app_->hides_costs());
  EXPECT_EQ(figure("reduction_view.lanes"), "");
  EXPECT_EQ(figure("reduction_view.values"), "448") << "256, 128 and 64: not those of step 3";
  app_->session.answer(8, 8);
  draw(2);
  EXPECT_EQ(figure("reduction_view.values"), "512");
}

TEST_F(ReductionPanel, ExploringAReductionShowsIt) {
  show("transpose/tile", {});
  select_kernel(app_->session, "reduce/shuffle");
  settle();
  draw(2);
  EXPECT_EQ(app_->views.front(), session::StageView::reduction_view);
}

}  // namespace
}  // namespace warplens::ui
