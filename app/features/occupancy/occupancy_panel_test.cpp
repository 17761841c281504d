// The occupancy view in the window: its GPU and sliders are choices that undo brings back.
#include <gtest/gtest.h>

#include "app/features/features.h"
#include "app/session/edits.h"
#include "app/session/occupancy_choice.h"
#include "app/state/exploring.h"
#include "app/state/make_app_state.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

using analysis::Need;
using session::StageView;

class OccupancyPanel : public ::testing::Test, protected WholeWindow {
 protected:
  OccupancyPanel() {
    app_->mode = Mode::explore;
    app_->views = {StageView::occupancy_view, StageView::matrix_view};
    show("gemm/register_tile_padded");
  }
  void show(const char* kernel) {
    session::Stage stage;
    stage.kernel = kernel;
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    settle();
  }
  std::optional<std::uint32_t> what_if(Need need) {
    return app_->session.chosen<session::OccupancyChoice>().of(need);
  }
};

TEST_F(OccupancyPanel, ShowsWhatIsResidentAndWhatLimitsIt) {
  EXPECT_EQ(figure("occupancy_view.resident"), "4/32/64");
  EXPECT_EQ(figure("occupancy_view.limits"), "registers");
  expect_nothing_overlaps_or_is_cut();
}

TEST_F(OccupancyPanel, AGpuIsChosenByAClickAndUndone) {
  click("occupancy.rtx4090");
  EXPECT_EQ(figure("occupancy_view.resident"), "2/16/48");
  EXPECT_EQ(figure("occupancy_view.limits"), "shared memory");
  press(Key::z, false, true);
  EXPECT_EQ(figure("occupancy_view.resident"), "4/32/64");
}

TEST_F(OccupancyPanel, ANotchOfASliderIsAskedWhatIfAndUndone) {
  click("occupancy.registers.less");
  EXPECT_EQ(what_if(Need::registers), 55u);
  EXPECT_EQ(figure("occupancy.registers"), "55");
  click("occupancy.shared_bytes.more");
  EXPECT_EQ(what_if(Need::shared_bytes), 33280u + 512);
  press(Key::z, false, true);
  EXPECT_EQ(what_if(Need::shared_bytes), std::nullopt);
  EXPECT_EQ(what_if(Need::registers), 55u);
}

TEST_F(OccupancyPanel, KeepsItsSlidersWhileTheCodeIsOpen) {
  size_ = {1280, 800};
  app_->views.pop_back();
  app_->arrangement().drawer = true;
  draw(3);
  click("occupancy.registers.less");
  EXPECT_EQ(what_if(Need::registers), 55u);
  expect_nothing_overlaps_or_is_cut();
}

TEST_F(OccupancyPanel, DraggingASliderIsOneChange) {
  hover("occupancy.threads");
  ImGuiIO& io = ImGui::GetIO();
  io.MouseDown[0] = true;
  draw(2);
  for (int i = 0; i < 5; ++i) {
    io.MousePos.x += 12;
    draw(2);
  }
  io.MouseDown[0] = false;
  draw(2);
  EXPECT_NE(what_if(Need::threads), std::nullopt);
  press(Key::z, false, true);
  EXPECT_EQ(what_if(Need::threads), std::nullopt);
}

TEST_F(OccupancyPanel, AsCompiledTakesBackWhatWasAsked) {
  click("occupancy.registers.less");
  click("occupancy.threads.more");
  click("occupancy.reset");
  EXPECT_TRUE(app_->session.chosen<session::OccupancyChoice>().is_as_compiled());
  EXPECT_EQ(figure("occupancy_view.resident"), "4/32/64");
}

TEST_F(OccupancyPanel, AnotherKernelIsShownAsItIsCompiledOnTheSameGpu) {
  click("occupancy.t4");
  click("occupancy.registers.less");
  select_kernel(app_->session, "gemm/register_tile");
  settle();
  EXPECT_EQ(figure("occupancy_view.resident"), "2/16/32");
  EXPECT_TRUE(app_->session.chosen<session::OccupancyChoice>().is_as_compiled());
}

TEST_F(OccupancyPanel, AKernelThatAGpuCannotRunSaysSoAndLeavesTheOthersToChoose) {
  show("gemm/async_copy");
  EXPECT_NE(figure("occupancy_view.resident"), "");
  click("occupancy.t4");
  EXPECT_EQ(figure("occupancy_view.resident"), "");
  click("occupancy.a100");
  EXPECT_NE(figure("occupancy_view.resident"), "");
}

TEST_F(OccupancyPanel, TheGpuIsFoundAgainAtTheNextStart) {
  click("occupancy.t4");
  auto next = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", {}, features::all()));
  next->settings = app_->settings;
  ASSERT_TRUE(restore_exploring(*next));
  EXPECT_EQ(next->session.chosen<session::OccupancyChoice>().on().id, "t4");
}

TEST_F(OccupancyPanel, WhileAPredictionIsOpenNoCountIsTold) {
  ASSERT_TRUE(go_to_lesson(*app_, "occupancy", 2).has_value());
  settle();
  ASSERT_TRUE(app_->hides_costs());
  EXPECT_EQ(figure("occupancy_view.resident"), "");
  lessons::answer(app_->current_step(), 1, app_->session);
  draw(2);
  EXPECT_EQ(figure("occupancy_view.resident"), "1/32/32");
}

TEST_F(OccupancyPanel, TwoKernelsStandSideBySide) {
  compare_with(app_->session, "gemm/register_tile");
  settle();
  EXPECT_EQ(figure("occupancy_view.resident"), "4/32/64");
  EXPECT_EQ(figure("right.occupancy_view.resident"), "5/40/64");
  expect_nothing_overlaps_or_is_cut();
}

}  // namespace
}  // namespace warplens::ui
