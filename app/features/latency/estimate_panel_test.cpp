// The estimated time in the window: of the kernel on the stage, on the chip that was chosen; what a
// click on a line does, and what stands there where there is no estimate.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdio>

#include "app/state/exploring.h"
#include "app/state/jumps.h"
#include "app/ui/chosen_chip.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

using testing::HasSubstr;

class EstimatePanel : public ::testing::Test, protected WholeWindow {
 protected:
  void show(const char* kernel, catalog::Parameters parameters = {}) {
    app_->recordings.wait();
    app_->mode = Mode::explore;
    app_->views = {session::StageView::estimate_view};
    session::Stage stage;
    stage.kernel = kernel;
    stage.parameters = std::move(parameters);
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    see();
  }
  void see() {
    for (int i = 0; i < 2; ++i) {
      settle();
      draw(2);
    }
  }
  void click_line(const std::string& place) {
    ImVec2 at{-1, -1};
    (void)std::sscanf(figure("estimate_view.at." + place).c_str(), "%f,%f", &at.x, &at.y);
    ImGui::GetIO().MousePos = at;
    draw(2);
    for (const bool down : {true, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      draw(2);
    }
  }
};

TEST_F(EstimatePanel, ShowsTheTimeOfTheKernelOnTheStage) {
  show("transpose/tile");
  const std::string tile = figure("estimate_view.seconds");
  EXPECT_NE(tile, "");
  show("transpose/tile", {{"rows", 1024}, {"cols", 1024}});
  EXPECT_NE(figure("estimate_view.seconds"), tile) << "at the size on the stage";
}

TEST_F(EstimatePanel, AClickOnALineOpensTheCodeThere) {
  show("transpose/tile");
  app_->arrangement().drawer = false;
  std::string place;
  for (const auto& [name, at] : ui_.widget_log.figures()) {
    if (name.starts_with("estimate_view.at.")) place = name.substr(17);
  }
  ASSERT_NE(place, "");
  click_line(place);
  draw(2);
  EXPECT_TRUE(app_->arrangement().drawer);
  ASSERT_NE(chosen_line(*app_), nullptr);
  EXPECT_THAT(place, HasSubstr(":" + std::to_string(chosen_line(*app_)->line)));
  EXPECT_EQ(figure("source.rows_seen"), "1/1");
  EXPECT_THAT(figure("estimate_view.hover"), HasSubstr("cycles of the"));
}

TEST_F(EstimatePanel, AnotherChipWithoutRecordingsHasNoEstimate) {
  show("transpose/tile");
  EXPECT_EQ(figure("estimate_view.none"), "");
  const auto& chips = app_->recordings.chips();
  for (std::size_t i = 0; chips[ui_.state<ChosenChip>().index % chips.size()].id != "t4"; ++i) {
    ASSERT_LT(i, chips.size());
    click("estimate_view.chip");
    see();
  }
  EXPECT_THAT(figure("estimate_view.none"), HasSubstr("no estimate"));
}

TEST_F(EstimatePanel, WhatTheModelLacksStandsInPlaceOfThePicture) {
  show("transpose/tma");
  EXPECT_THAT(figure("estimate_view.none"), HasSubstr("the model lacks cp.async.bulk"));
}

TEST_F(EstimatePanel, AKeyMakesItLarge) {
  show("transpose/tile");
  app_->views = {session::StageView::bank_view, session::StageView::estimate_view};
  press(Key::e, true);
  draw();
  EXPECT_EQ(app_->views.front(), session::StageView::estimate_view);
}

TEST_F(EstimatePanel, ASimulationThatIsCancelledIsMadeWhenItIsAskedForAgain) {
  show("gemm/row_loop");
  session::Stage stage;
  stage.kernel = "gemm/row_loop";
  stage.parameters = {{"m", 256}, {"n", 256}, {"k", 256}};
  EXPECT_TRUE(app_->session.set_stage(stage).has_value());
  const auto& widgets = ui_.widget_log.widgets();
  while (!app_->session.up_to_date()) draw();
  for (int i = 0; i < 5 && !widgets.contains("estimate_view.cancel"); ++i) draw();
  ASSERT_TRUE(widgets.contains("estimate_view.cancel"));
  click("estimate_view.cancel");
  draw(2);
  EXPECT_EQ(figure("estimate_view.seconds"), "");
  ASSERT_TRUE(widgets.contains("estimate_view.again"));
  click("estimate_view.again");
  see();
  EXPECT_NE(figure("estimate_view.seconds"), "");
}

class OwnEstimatePanel : public EstimatePanel {};

TEST_F(OwnEstimatePanel, APersonsKernelHasOneWherePtxasTellsItsRegisters) {
  open_own(WARPLENS_SOURCE_DIR "/tests/window/own/column_read.ptx",
           session::StageView::estimate_view);
  see();
  const std::string none = figure("estimate_view.none");
  if (none.empty()) {
    EXPECT_NE(figure("estimate_view.seconds"), "");
  } else {
    EXPECT_THAT(none, HasSubstr("ptxas"));
  }
}

}  // namespace
}  // namespace warplens::ui
