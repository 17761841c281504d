// The stage in motion, and the matrix view's own controls, in a window that is laid out without
// graphics.
#include <gtest/gtest.h>

#include <cstdio>
#include <set>

#include "app/state/exploring.h"
#include "app/state/pass_step.h"
#include "app/ui/view_cache.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

const session::Stage kColumnRead{
    "transpose/tile",
    {{"rows", 64}, {"cols", 96}},
    session::Anchor{"", trace::Space::shared, trace::EventKind::load, 0},
    {},
    {}};

class Motion : public ::testing::Test, protected WholeWindow {
 protected:
  Motion() {
    app_->mode = Mode::explore;
    app_->views = {session::StageView::bank_view, session::StageView::punch_card,
                   session::StageView::matrix_view};
    EXPECT_TRUE(app_->session.set_stage(kColumnRead).has_value());
    settle();
  }
  // To the first access of global memory.
  void show_matrix() {
    app_->views = {session::StageView::matrix_view, session::StageView::bank_view};
    const session::Anchor load{"", trace::Space::global, trace::EventKind::load, 0};
    const auto first = session::find_event(*app_->session.result(), load);
    ASSERT_TRUE(first.has_value());
    app_->session.seek(first->event);
    draw(2);
  }
};

TEST_F(Motion, AStepOfOneWavefrontServesOneMoreLaneOfAConflict) {
  EXPECT_EQ(app_->session.figure(session::Figure::wavefronts), 32);
  EXPECT_EQ(figure("bank_view.movers"), "32/0");
  app_->session.playback().hold(0);
  draw();
  for (int lane = 1; lane <= 31; ++lane) {
    press(Key::period);
    EXPECT_EQ(figure("bank_view.movers"), fmt::format("{}/0", lane));
    EXPECT_EQ(figure("punch_card.rows_lit"), fmt::format("{}/0", lane));
    EXPECT_EQ(figure("bank_view.counter"), fmt::format("wavefront {} of 32", lane));
  }
  press(Key::comma);
  EXPECT_EQ(figure("bank_view.movers"), "30/0");
}

TEST_F(Motion, FinerStepsGoOnToTheNeighbouringAccesses) {
  const std::size_t here = app_->session.cursor().event;
  press(Key::period);
  EXPECT_EQ(app_->session.cursor().event, here + 1);
  EXPECT_EQ(app_->session.playback().phase, 0);
  press(Key::comma);
  EXPECT_EQ(app_->session.cursor().event, here);
  EXPECT_EQ(app_->session.playback().phase, 1);
  app_->session.seek(0);
  for (int i = 0; i < 99; ++i) press(Key::comma);
  EXPECT_EQ(app_->session.cursor().event, 0u);
}

// All the way through the trace and back: no step is lost and none repeats.
TEST_F(Motion, FinerStepsCountTheWholeTracesWavefrontsAndSectors) {
  const session::LaunchResult& launch = *app_->session.launch();
  std::size_t passes = 0;
  for (const analysis::AccessCost& cost : launch.costs) {
    passes += cost.wavefronts > 0 ? cost.wavefronts : cost.sectors;
  }
  app_->session.seek(0);
  app_->session.playback().hold(0);
  const auto finished = [&] {
    return app_->session.cursor().event + 1 == launch.costs.size() &&
           app_->session.playback().phase >= 1;
  };
  std::size_t steps = 0;
  while (!finished() && steps < 10 * passes) {
    step_pass(app_->session, 1);
    ++steps;
  }
  EXPECT_EQ(steps, passes + launch.costs.size() - 1);  // and one from each event to the next
  const auto begun = [&] {
    return app_->session.cursor().event == 0 &&
           (current_service(app_->session).passes == 0 || app_->session.playback().phase <= 0);
  };
  while (!begun()) {
    step_pass(app_->session, -1);
    ASSERT_GT(steps--, 0u);
  }
  EXPECT_EQ(steps, 0u);
}

TEST_F(Motion, SectorsArriveOneByOne) {
  show_matrix();
  app_->session.playback().hold(0);
  draw();
  EXPECT_EQ(figure("matrix_view.sectors"), "0/4");
  press(Key::period);
  EXPECT_EQ(figure("matrix_view.sectors"), "1/4");
  EXPECT_EQ(figure("matrix_view.counter"), "sector 1 of 4");
}

TEST_F(Motion, TheDirectionHasAButtonThatSaysIt) {
  EXPECT_EQ(figure("direction"), "1");
  click("direction");
  EXPECT_EQ(figure("direction"), "-1");
  EXPECT_EQ(app_->session.playback().direction, -1);
  click("direction");
  EXPECT_EQ(app_->session.playback().direction, 1);
}

TEST_F(Motion, TheButtonsOfFinerStepsDoWhatTheKeysDo) {
  app_->session.playback().hold(0);
  draw();
  click("pass_on");
  EXPECT_EQ(figure("bank_view.movers"), "1/0");
  click("pass_back");
  EXPECT_EQ(figure("bank_view.movers"), "0/0");
}

TEST_F(Motion, TheMatrixZoomsToOneElementAndBackToTheWhole) {
  show_matrix();
  EXPECT_EQ(figure("matrix_view.columns"), "96");
  for (int i = 0; i < 40; ++i) press(Key::right_bracket, true);
  EXPECT_EQ(figure("matrix_view.columns"), "1");
  EXPECT_EQ(figure("matrix_view.rows"), "1");
  EXPECT_EQ(figure("matrix_view.corner"), "0.00 0.00");  // about the first lane's element
  press(Key::zero);
  EXPECT_EQ(figure("matrix_view.columns"), "96");
  click("matrix_view.zoom_in");
  EXPECT_EQ(figure("matrix_view.columns"), "48");
  click("matrix_view.zoom_whole");
  EXPECT_EQ(figure("matrix_view.columns"), "96");
}

TEST_F(Motion, TheWheelZoomsAboutThePointerAndDraggingMoves) {
  show_matrix();
  const WidgetRect room = ui_.widget_log.widgets().at("matrix_view.elements");
  ImGuiIO& io = ImGui::GetIO();
  io.MousePos = {room.x + 120, room.y + 60};
  draw();
  const std::string before = figure("matrix_view.hover");
  EXPECT_NE(before, "");
  io.MouseWheel = 1;
  draw();
  io.MouseWheel = 0;
  draw();
  EXPECT_EQ(figure("matrix_view.columns"), "77");  // 96 / 1.25
  EXPECT_EQ(figure("matrix_view.hover"), before);
  const std::string corner = figure("matrix_view.corner");
  io.MouseDown[0] = true;
  draw();
  io.MousePos.x -= 40;
  draw();
  io.MousePos.x -= 40;
  draw();
  io.MouseDown[0] = false;
  draw();
  EXPECT_NE(figure("matrix_view.corner"), corner);
}

TEST_F(Motion, ControlAndTheArrowsMoveOverTheMatrix) {
  show_matrix();
  click("matrix_view.zoom_in");
  const std::string before = figure("matrix_view.corner");
  const std::size_t event = app_->session.cursor().event;
  press(Key::right, false, true);
  press(Key::down, false, true);
  EXPECT_NE(figure("matrix_view.corner"), before);
  EXPECT_EQ(app_->session.cursor().event, event);
  press(Key::left, false, true);
  press(Key::up, false, true);
  EXPECT_EQ(figure("matrix_view.corner"), before);
}

TEST_F(Motion, EveryColouringIsAClickOrAKeyAway) {
  show_matrix();
  for (const int by : {2, 0, 3, 1}) {
    click(fmt::format("color.{}", by));
    EXPECT_EQ(figure("matrix_view.color_by"), std::to_string(by));
  }
  press(Key::c);
  EXPECT_EQ(figure("matrix_view.color_by"), "2");
}

TEST_F(Motion, BuffersAreClickedThroughAndFollowTheAccessAgain) {
  show_matrix();
  const std::string touched = figure("matrix_view.buffer");
  std::set<std::string> seen;
  const std::size_t buffers = app_->session.launch()->trace->buffers.size();
  ASSERT_EQ(buffers, 2u);
  for (std::size_t i = 0; i < buffers; ++i) {
    click("matrix_view.buffer");
    seen.insert(figure("matrix_view.buffer"));
  }
  EXPECT_EQ(seen.size(), buffers);
  press(Key::n);
  EXPECT_EQ(figure("matrix_view.buffer"), touched);
  EXPECT_FALSE((*ui_.caches)[0].chosen_buffer.has_value());
}

TEST_F(Motion, AnElementUnderThePointerSaysWhereItLiesAndWhoTouchedItFirst) {
  show_matrix();
  const WidgetRect room = ui_.widget_log.widgets().at("matrix_view.elements");
  ImGui::GetIO().MousePos = {room.x + 60, room.y + 40};
  draw();
  const std::string words = figure("matrix_view.hover");
  unsigned row = 0, column = 0, index = 0, byte = 0;
  ASSERT_EQ(std::sscanf(words.c_str(), "row %u, column %u\nelement %u, byte %u", &row, &column,
                        &index, &byte),
            4)
      << words;
  EXPECT_EQ(index, row * 96 + column);
  EXPECT_EQ(byte, index * 4);
  EXPECT_NE(words.find("first touched by block"), std::string::npos) << words;
}

}  // namespace
}  // namespace warplens::ui
