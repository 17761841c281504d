// The roofline in the window: the stage's kernel among all others, chosen by a click.
#include <gtest/gtest.h>

#include <cstdio>

#include "app/ui/panels/states.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

class RooflinePanel : public ::testing::Test, protected WholeWindow {
 protected:
  void show(const char* kernel, const catalog::Parameters& parameters = {}) {
    app_->mode = Mode::explore;
    app_->views = {session::StageView::roofline};
    app_->recordings.wait();
    session::Stage stage;
    stage.kernel = kernel;
    stage.parameters = parameters;
    stage.timed_side = 8192;
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    app_->views = {session::StageView::roofline};
    settle();
    draw();
    settle();
    draw();
  }
  ImVec2 place_of(const std::string& kernel) {
    ImVec2 at{-1, -1};
    (void)std::sscanf(figure("roofline.at." + kernel).c_str(), "%f,%f", &at.x, &at.y);
    return at;
  }
  void click_at(ImVec2 at) {
    ImGui::GetIO().MousePos = at;
    draw(2);
    for (const bool down : {true, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      draw(2);
    }
  }
};

TEST_F(RooflinePanel, TheStagesKernelIsMarked) {
  show("window/blur_strip");
  EXPECT_EQ(figure("roofline.chosen"), "window/blur_strip");
  EXPECT_EQ(figure("roofline.chip"), "h100");
  EXPECT_GT(place_of("gemm/fastest").x, place_of("window/blur_strip").x);
}

TEST_F(RooflinePanel, AParameterMovesIt) {
  show("window/blur_strip");
  const float before = place_of("window/blur_strip").x;
  const std::string intensity = figure("roofline.intensity");
  app_->session.set_parameter("window", 5);
  settle();
  draw();
  EXPECT_NE(figure("roofline.intensity"), intensity);
  EXPECT_GE(place_of("window/blur_strip").x, before);
}

TEST_F(RooflinePanel, WhatWasNotCountedBeforehandIsCountedNow) {
  show("transpose/tile_padded", {{"pitch", 36}});
  EXPECT_EQ(figure("roofline.chosen"), "transpose/tile_padded");
}

TEST_F(RooflinePanel, AClickBringsTheKernelOntoTheStage) {
  show("window/blur_strip");
  click_at(place_of("gemm/fastest"));
  settle();
  draw();
  EXPECT_EQ(app_->session.selection().kernel, "gemm/fastest");
}

TEST_F(RooflinePanel, TheChipIsThatOfTheLimitsAndTheSizeThatOfTheTimings) {
  show("window/blur_strip");
  click("roofline.chip");
  draw(2);
  EXPECT_EQ(figure("roofline.chip"), "h200");
  EXPECT_EQ(ui_.state<LimitsState>().chip, 1u);
  click("roofline.side.4096");
  draw(2);
  EXPECT_EQ(app_->session.choice().timing.side, 4096);
}

}  // namespace
}  // namespace warplens::ui
