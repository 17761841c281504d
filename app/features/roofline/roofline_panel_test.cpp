// The roofline in the window: the stage's kernel among all others, chosen by a click.
#include <gtest/gtest.h>

#include <cstdio>

#include "app/features/roofline/roofline_state.h"
#include "app/features/timing_chart/staged_timing.h"
#include "app/session/edits.h"
#include "app/settings/timing_choice.h"
#include "app/state/exploring.h"
#include "app/ui/chosen_chip.h"
#include "app/ui/window/whole_window_test.h"
#include "tests/simulated_cuda/use.h"

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
    stage.asked.set(timing_chart::StagedTiming{.side = 8192});
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
  set_parameter(app_->session, "window", 5);
  settle();
  draw();
  EXPECT_NE(figure("roofline.intensity"), intensity);
  EXPECT_GE(place_of("window/blur_strip").x, before);
}

TEST_F(RooflinePanel, WhatWasNotCountedBeforehandIsCountedNow) {
  show("transpose/tile_padded", {{"pitch", 36}});
  EXPECT_EQ(figure("roofline.chosen"), "transpose/tile_padded");
}

TEST_F(RooflinePanel, AKeyAndAClickGoFromDramToSharedMemory) {
  show("gemm/fastest");
  EXPECT_EQ(figure("roofline.memory"), "dram");
  const std::string intensity = figure("roofline.intensity");
  press(Key::m, true);
  EXPECT_EQ(figure("roofline.memory"), "shared");
  EXPECT_EQ(figure("roofline.chosen"), "gemm/fastest");
  EXPECT_NE(figure("roofline.intensity"), intensity);
  EXPECT_EQ(figure("roofline.at.copy/vector"), "") << "it uses no shared memory";
  EXPECT_NE(figure("roofline.at.shared/strided"), "") << "no operator, but shared memory's";
  click("roofline.memory.dram");
  EXPECT_EQ(figure("roofline.memory"), "dram");
}

TEST_F(RooflinePanel, AStepThatNamesNoMemoryIsOfDram) {
  show("gemm/fastest");
  press(Key::m, true);
  show("gemm/fastest");
  EXPECT_EQ(figure("roofline.memory"), "dram");
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
  EXPECT_EQ(ui_.state<ChosenChip>().index, 1u);
  click("roofline.side.4096");
  draw(2);
  EXPECT_EQ(app_->session.chosen<session::TimingChoice>().side, 4096);
}

// A driver of which the first GPU calls itself an NVIDIA H200.
class SimulatedH200 {
 protected:
  SimulatedH200() { EXPECT_TRUE(simulated::use_simulated_driver()); }

 private:
  simulated::Failing name_{"named_h200"};
};

// Before the window, so that the driver is there when it looks for one.
class OwnKernelOnAGpu : public ::testing::Test, SimulatedH200, protected WholeWindow {
 protected:
  [[nodiscard]] const RooflineState& state() { return ui_.state<RooflineState>(); }
};

TEST_F(OwnKernelOnAGpu, IsTimedOnceTheChipIsThatGpu) {
  app_->gpu->wait_until_known();
  open_own(WARPLENS_SOURCE_DIR "/tests/window/own/column_read.ptx", session::StageView::roofline);
  ASSERT_EQ(figure("roofline.chip"), "h100");
  ASSERT_EQ(figure("roofline.chosen"), "column_read.ptx");
  EXPECT_EQ(figure("roofline.seconds"), "") << "of another GPU";
  click("roofline.chip");
  settle();
  ASSERT_EQ(figure("roofline.chip"), "h200");
  EXPECT_EQ(state().trouble, "");
  EXPECT_NE(figure("roofline.seconds"), "");
}

}  // namespace
}  // namespace warplens::ui
