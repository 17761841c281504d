// The timing view of two kernels, and rows that have no room.
#include <set>
#include <sstream>

#include "app/features/timing_chart/staged_timing.h"
#include "app/features/timing_chart/timing_window_test.h"
#include "app/session/edits.h"

namespace warplens::ui {
namespace {

using session::StageView;

class TimingStage : public ::testing::Test, protected TimingWindow {
 protected:
  TimingStage() : TimingWindow({{1280, 800}, "en"}) {}
  [[nodiscard]] std::size_t charts() const {
    return ui_.widget_log.panels().count("timing_view") +
           ui_.widget_log.panels().count("right.timing_view");
  }
  void compare_with(const char* kernel) {
    session::compare_with(app_->session, kernel);
    settle();
  }
};

TEST_F(TimingStage, TwoKernelsOfOneFamilyShareOneChart) {
  record();
  const float alone = ui_.widget_log.panels().at("timing_view").width;
  for (const auto& views : {std::vector{StageView::timing_view},
                            std::vector{StageView::timing_view, StageView::matrix_view}}) {
    app_->views = views;
    compare_with("transpose/packed_xor");
    EXPECT_EQ(charts(), 1u);
    EXPECT_NEAR(ui_.widget_log.panels().at("timing_view").width, alone, 1);
    EXPECT_EQ(figure("timing_view.value.packed_xor"), words("packed_xor", 16384));
    EXPECT_EQ(figure("timing_view.value.tile_padded"), words("tile_padded", 16384));
    expect_nothing_overlaps_or_is_cut();
  }
}

TEST_F(TimingStage, TwoKernelsWithDifferentValuesOfASettingHaveAChartEach) {
  record();
  compare_with("transpose/tile_padded");
  EXPECT_EQ(charts(), 1u);
  set_parameter(app_->session, "pitch", 35, false, session::Side::right);
  settle();
  EXPECT_EQ(charts(), 2u);
  EXPECT_EQ(figure("timing_view.value.tile_padded"), words("tile_padded", 16384));
  EXPECT_EQ(figure("right.timing_view.value.tile_padded"), "not recorded");
}

TEST_F(TimingStage, AStepsRecordingGoesWithTheStepAndAPersonsStays) {
  session::Stage plain{"transpose/tma", {}, {}, {}, {}}, staged = plain;
  staged.asked.set(timing_chart::StagedTiming{.device = "NVIDIA H200"});
  const auto device_on = [this](const session::Stage& stage) {
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    settle();
    return app_->session.chosen<session::TimingChoice>().device;
  };
  EXPECT_EQ(device_on(staged), "NVIDIA H200");
  EXPECT_EQ(device_on(plain), "");
  session::TimingChoice own = app_->session.chosen<session::TimingChoice>();
  own.device = "NVIDIA T4";
  app_->session.choose(own);
  EXPECT_EQ(device_on(plain), "NVIDIA T4");
}

TEST_F(TimingStage, KernelsOfTwoFamiliesHaveAChartEach) {
  record();
  compare_with("gemm/chessboard");
  EXPECT_EQ(charts(), 2u);
}

TEST_F(TimingStage, EveryRowIsReachedByScrolling) {
  record();
  app_->views = {StageView::timing_view};
  press(Key::d);
  const auto seen_now = [this] { return figure("timing_view.rows_seen"); };
  ASSERT_NE(seen_now().find("tile_padded"), std::string::npos) << "the stage's kernel is in view";
  const WidgetRect rect = ui_.widget_log.widgets().at("timing_view.table");
  ImGui::GetIO().MousePos = {rect.x + 5, rect.y + rect.height / 2};
  std::set<std::string> seen;
  for (const float wheel : {1.0f, -1.0f}) {
    for (int i = 0; i < 40; ++i) {
      std::istringstream names(seen_now());
      for (std::string name; names >> name;) seen.insert(name);
      ImGui::GetIO().MouseWheel = wheel;
      draw(2);
    }
  }
  for (const catalog::Variant& variant : family().variants) {
    EXPECT_TRUE(variant.broken || seen.contains(variant.name)) << variant.name;
  }
}

}  // namespace
}  // namespace warplens::ui
