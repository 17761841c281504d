// The pipeline view in the window: what stands at the cursor, stepping both ways, pointing and
// clicking, what keys do.
#include <gtest/gtest.h>

#include "app/features/pipeline/pipeline_choice.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "app/state/exploring.h"
#include "app/state/linked.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

using pipeline::PipelineChoice;

class PipelinePanel : public ::testing::Test, protected WholeWindow {
 protected:
  PipelinePanel() {
    explore(*app_);
    show_pipeline("pipeline/stages");
  }
  void show_pipeline(const char* kernel) {
    const session::Stage stage{kernel, {}, {}, {}, {}};
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    settle();
    app_->views = {session::StageView::pipeline_view, session::StageView::bank_view};
    settle();
    draw(2);
  }
  [[nodiscard]] const PipelineChoice& choice() const {
    return app_->session.chosen<PipelineChoice>();
  }
  [[nodiscard]] int step() const { return std::stoi(figure("pipeline_view.step").substr(5)); }
  void press_and_settle(Key key, bool shift) {
    press(key, shift);
    settle();
    draw(2);
  }
};

TEST_F(PipelinePanel, StandsAtTheStepOfTheCursorAndFollowsIt) {
  EXPECT_EQ(figure("pipeline_view.stages"), "4");
  EXPECT_EQ(figure("pipeline_view.block"), "block 0");
  const auto event = app_->session.cursor().event;
  const int before = step();
  app_->session.seek(event + 10);
  settle();
  draw(2);
  EXPECT_GT(step(), before);
  app_->session.seek(event);
  settle();
  draw(2);
  EXPECT_EQ(step(), before);
}

TEST_F(PipelinePanel, KeysStepBothWaysOverWhatHappens) {
  const int before = step();
  press_and_settle(Key::period, true);
  const int behind = step();
  EXPECT_GT(behind, before);
  press_and_settle(Key::period, true);
  EXPECT_GT(step(), behind);
  press_and_settle(Key::comma, true);
  EXPECT_EQ(step(), behind);
  const auto event = app_->session.cursor().event;
  app_->session.seek(event + 4);
  settle();
  draw(2);
  EXPECT_NE(step(), behind) << "the cursor takes over again";
}

TEST_F(PipelinePanel, KeysShowFewerStepsAndAllOfThem) {
  press_and_settle(Key::a, true);
  EXPECT_EQ(choice().steps, PipelineChoice::kAll);
  EXPECT_EQ(figure("pipeline_view.window").substr(0, 2), "1-");
  press_and_settle(Key::equal, true);
  const auto fewer = choice().steps;
  EXPECT_LT(fewer, PipelineChoice::kAll);
  press_and_settle(Key::equal, true);
  EXPECT_LT(choice().steps, fewer);
}

TEST_F(PipelinePanel, AClickTakesTheCursorThereAndCopiesWhatIsSaid) {
  ImGui::SetClipboardText("");
  click("pipeline_view.steps");
  settle();
  draw(2);
  ASSERT_TRUE(choice().at.has_value());
  EXPECT_EQ(step(), static_cast<int>(choice().at->step) + 1);
  EXPECT_NE(std::string(ImGui::GetClipboardText()), "");
}

TEST_F(PipelinePanel, GoesToWhatIsTooEarly) {
  show_pipeline("pipeline/early_copy");
  EXPECT_NE(figure("pipeline_view.too_early"), "0");
  press_and_settle(Key::v, true);
  EXPECT_NE(figure("pipeline_view.said").find("overwritten too early"), std::string::npos)
      << figure("pipeline_view.said");
  click("pipeline_view.faults");
  settle();
  draw(2);
  ASSERT_TRUE(choice().at.has_value());
}

TEST_F(PipelinePanel, AnotherBlockIsChosenBesideTheCursors) {
  click("pipeline_view.block.behind");
  settle();
  draw(2);
  EXPECT_EQ(figure("pipeline_view.block"), "block 1");
  EXPECT_EQ(choice().block, 1u);
}

TEST_F(PipelinePanel, ShowsProducersAndConsumers) {
  show_pipeline("tensor_gemm/producer");
  EXPECT_NE(figure("pipeline_view.stages"), "0");
  EXPECT_EQ(figure("pipeline_view.too_early"), "0");
}

TEST_F(PipelinePanel, AKernelWithoutSharedMemorySaysThatItHasNone) {
  show_pipeline("add/linear_1d");
  EXPECT_EQ(figure("pipeline_view.stages"), "");
}

TEST_F(PipelinePanel, ALinkBringsTheBlockAndTheStep) {
  PipelineChoice chosen;
  chosen.steps = 40;
  chosen.block = 1;
  chosen.at = pipeline::ChosenStep{app_->session.cursor().event, 30};
  app_->session.choose(chosen);
  settle();
  const std::string link = link::link_text(link_of(*app_).value(), features::all());
  app_->session.choose(PipelineChoice{});
  settle();
  ASSERT_TRUE(open_link(*app_, link).has_value()) << link;
  settle();
  EXPECT_EQ(choice(), chosen) << link;
}

TEST_F(PipelinePanel, AnotherKernelForgetsTheStep) {
  PipelineChoice chosen;
  chosen.at = pipeline::ChosenStep{0, 30};
  app_->session.choose(chosen);
  select_kernel(app_->session, "pipeline/one_stage");
  settle();
  EXPECT_EQ(choice(), PipelineChoice{});
}

TEST(PipelineChoice, IsWrittenAsItIsRead) {
  for (const char* text : {"all", "200"}) {
    const auto read = pipeline::parse_steps(text);
    ASSERT_TRUE(read.has_value()) << text;
    EXPECT_EQ(pipeline::steps_text(*read), text);
  }
  EXPECT_EQ(pipeline::parse_steps("200@35")->at->step, 34u);
  for (const char* text : {"", "0", "-1", "200@", "@35", "200@0", "2x", "99999999999", "all@x"}) {
    EXPECT_FALSE(pipeline::parse_steps(text).has_value()) << text;
  }
}

}  // namespace
}  // namespace warplens::ui
