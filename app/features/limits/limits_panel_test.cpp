// What limits it, in the window: of the kernel on the stage, on the chip that was chosen.
#include <gtest/gtest.h>

#include "app/state/exploring.h"
#include "app/ui/chosen_chip.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

class LimitsPanel : public ::testing::Test, protected WholeWindow {
 protected:
  void show(const char* kernel) {
    app_->mode = Mode::explore;
    app_->views = {session::StageView::limits_view, session::StageView::bank_view};
    session::Stage stage;
    stage.kernel = kernel;
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    settle();
    draw();
    settle();  // the limits, too
    draw();
  }
};

TEST_F(LimitsPanel, ShowsTheUnitThatLimits) {
  show("transpose/tile");
  EXPECT_EQ(figure("limits_view.limiting"), "wavefronts");
}

TEST_F(LimitsPanel, AnotherKernelHasLimitsOfItsOwn) {
  show("transpose/tile_padded");
  EXPECT_EQ(figure("limits_view.limiting"), "dram");
}

TEST_F(LimitsPanel, AKeyOrAClickShowsTheNextChip) {
  show("transpose/tile");
  press(Key::k, true);
  draw(2);
  EXPECT_EQ(ui_.state<ChosenChip>().index, 1u);
  click("limits_view.chip");
  draw(2);
  EXPECT_EQ(ui_.state<ChosenChip>().index, 2u);
}

TEST_F(LimitsPanel, AKeyMakesItLarge) {
  show("transpose/tile");
  app_->views = {session::StageView::bank_view, session::StageView::limits_view};
  press(Key::l, true);
  draw();
  EXPECT_EQ(app_->views.front(), session::StageView::limits_view);
}

class OwnLimitsPanel : public ::testing::Test, protected WholeWindow {
 protected:
  OwnLimitsPanel() {
    open_own(WARPLENS_SOURCE_DIR "/tests/window/own/column_read.ptx",
             session::StageView::limits_view);
    draw(2);
  }
};

TEST_F(OwnLimitsPanel, ShowsWhatLimitsTheLaunchOfAPersonsKernel) {
  EXPECT_NE(figure("limits_view.limiting"), "");
  const std::string first = figure("limits_view.limiting");
  click("limits_view.chip");
  draw(2);
  EXPECT_NE(figure("limits_view.limiting"), "") << "on the next chip, too: " << first;
}

}  // namespace
}  // namespace warplens::ui
