// The error chart in the window: measured beside what is on the stage, its choices, a kernel by its
// line's name, and a prediction's silence.
#include <gtest/gtest.h>

#include "app/features/accuracy/accuracy_choice.h"
#include "app/state/exploring.h"
#include "app/state/saved_tables.h"
#include "app/ui/feature_panels.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

class AccuracyPanel : public ::testing::Test, protected WholeWindow {
 protected:
  AccuracyPanel() {
    explore(*app_);
    show("gemm/chessboard", {{"m", 16}, {"n", 16}, {"k", 16}});
  }
  // Beside `of`.
  void show(const char* kernel, const catalog::Parameters& parameters,
            std::vector<std::string> of = {"kahan"}) {
    session::Stage stage{kernel, parameters, {}, {}, {}};
    stage.features.set(accuracy::AccuracyChoice{.of = std::move(of)});
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    settle();
    app_->views = {session::StageView::error_chart};  // another family has brought its own
    measure();
  }
  void measure() {
    draw(2);
    settle();
    draw(2);
  }
};

TEST_F(AccuracyPanel, ShowsEveryKernelThatRoundsInItsOwnWay) {
  show("gemm/chessboard", {}, {});
  for (const char* name : {"chessboard", "double_rounded", "double_sum", "kahan", "pairwise"}) {
    EXPECT_NE(figure(fmt::format("error_chart.{}.4096", name)), "") << name;
  }
  EXPECT_GT(std::stod(figure("error_chart.chessboard.16384")), 10);
  EXPECT_LE(std::stod(figure("error_chart.double_sum.16384")), 1);
}

TEST_F(AccuracyPanel, OtherInputsAreMeasuredAnew) {
  const std::string before = figure("error_chart.chessboard.16384");
  click("error_chart.equal");
  measure();
  EXPECT_GT(std::stod(figure("error_chart.chessboard.16384")), std::stod(before));
  app_->session.undo();
  measure();
  EXPECT_EQ(figure("error_chart.chessboard.16384"), before);
}

TEST_F(AccuracyPanel, AClickOnANamePutsItsKernelOnTheStage) {
  click("error_chart.of.kahan");
  measure();
  EXPECT_EQ(app_->session.selection().kernel, "gemm/kahan");
}

TEST_F(AccuracyPanel, ByOrderItCountsResults) {
  show("reduce/atomic", {{"n", 20000}, {"blocks", 64}, {"threads", 256}}, {"one_launch"});
  click("error_chart.by_order");
  measure();
  EXPECT_GT(std::stoi(figure("error_chart.atomic")), 1);
  EXPECT_EQ(figure("error_chart.one_launch"), "1");
}

TEST_F(AccuracyPanel, ByArchitectureTensorCoresThatSumAlikeAreOneLine) {
  show("tensor_gemm/one_tile", {}, {});
  EXPECT_GT(std::stod(figure("error_chart.fp8_wgmma.4096")),
            std::stod(figure("error_chart.fp8_promoted.4096")));
  click("error_chart.by_architecture");
  measure();
  for (const char* name : {"sm_70", "sm_75 – sm_89", "sm_90", "sm_100 – sm_120"}) {
    EXPECT_NE(figure(fmt::format("error_chart.{}.4096", name)), "") << name;
  }
  click("error_chart.by_size");
  measure();
  EXPECT_NE(figure("error_chart.one_tile.4096"), "");
}

TEST_F(AccuracyPanel, OnlyTensorCoresDifferByArchitecture) {
  show("gemm/kahan", {}, {});
  EXPECT_FALSE(ui_.widget_log.widgets().contains("error_chart.by_architecture"));
}

TEST_F(AccuracyPanel, SaysOfOtherKernelsThatTheyAreNoSums) {
  show("transpose/tile", {});
  EXPECT_EQ(figure("error_chart.chessboard.16384"), "");
  show("reduce/sequential", {{"operation", 1}});
  EXPECT_EQ(figure("error_chart.sequential.262144"), "") << "a maximum rounds nothing";
}

TEST_F(AccuracyPanel, WhatItShowsCanBeSavedAsATable) {
  const auto tables = tables_of_panel(*app_, ui_, "error_chart");
  ASSERT_EQ(tables.size(), 1u);
  const auto table = (*table_to_save(*app_, ui_, "error_chart", tables[0].name))();
  EXPECT_EQ(table.size(), 1 + 2u * 6u) << "two kernels at six sizes";
}

TEST_F(AccuracyPanel, WhileAQuestionIsOpenItHasNoLines) {
  app_->mode = Mode::lesson;
  ASSERT_TRUE(go_to_lesson(*app_, "precision", 1).has_value());
  measure();
  ASSERT_TRUE(app_->hides_costs());
  EXPECT_EQ(figure("error_chart.sequential.262144"), "");
  app_->session.answer(321, 321);
  measure();
  EXPECT_NE(figure("error_chart.sequential.262144"), "");
}

}  // namespace
}  // namespace warplens::ui
