// Presenting, and the window's borders and parts, drawn without a window.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/lessons/stops.h"
#include "app/ui/panels/states.h"
#include "app/ui/quiz.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

class Presenting : public ::testing::Test, protected WholeWindow {
 protected:
  Presenting() : WholeWindow({{1920, 1080}, "en"}) {
    EXPECT_TRUE(go_to_lesson(*app_, "bank-conflicts", 2).has_value());
    go_to_step(*app_, 5);
    settle();
  }
  void drag(ImVec2 from, ImVec2 to) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = from;
    draw(2);
    io.MouseDown[0] = true;
    draw(2);
    io.MousePos = {(from.x + to.x) / 2, (from.y + to.y) / 2};
    draw(2);
    io.MousePos = to;
    draw(2);
    io.MouseDown[0] = false;
    draw(2);
  }
  ImVec2 middle_of(const std::string& widget) {
    const WidgetRect rect = ui_.widget_log.widgets().at(widget);
    return {rect.x + rect.width / 2, rect.y + rect.height / 2};
  }
};

TEST_F(Presenting, TheHeroAndItsCaptionStandAlone) {
  press(Key::f5);
  std::set<std::string> panels;
  for (const auto& [name, rect] : ui_.widget_log.panels()) panels.insert(name);
  EXPECT_EQ(panels, (std::set<std::string>{"bank_view", "caption", "present_title"}));
  expect_nothing_overlaps_or_is_cut();
  press(Key::escape);
  EXPECT_TRUE(ui_.widget_log.panels().contains("lesson"));
}

TEST_F(Presenting, AStepAboutTheHostHasNoCaptionOfAnAccess) {
  EXPECT_TRUE(go_to_lesson(*app_, "host-and-device", 1).has_value());
  settle();
  press(Key::f5);
  std::set<std::string> panels;
  for (const auto& [name, rect] : ui_.widget_log.panels()) panels.insert(name);
  EXPECT_EQ(panels, (std::set<std::string>{"host_timeline", "present_title"}));
  expect_nothing_overlaps_or_is_cut();
}

TEST_F(Presenting, ARemoteStopsAtWhatIsWorthSeeingAndThenGoesToTheNextStep) {
  press(Key::f5);
  const auto stops = lessons::stops_of(app_->current_step(), app_->session);
  ASSERT_GE(stops.size(), lessons::kFewestStops);
  ASSERT_LE(stops.size(), lessons::kMostStops);
  std::size_t presses = 0;
  for (std::size_t at = app_->session.cursor().event; app_->step == 5u && presses < 10; ++presses) {
    press(Key::page_down);
    if (app_->step != 5u) break;
    EXPECT_GT(app_->session.cursor().event, at);
    EXPECT_TRUE(std::ranges::binary_search(stops, app_->session.cursor().event));
    at = app_->session.cursor().event;
  }
  EXPECT_EQ(app_->step, 6u);
}

TEST_F(Presenting, TheArrowsGoFromAccessToAccess) {
  press(Key::f5);
  const session::PassingEvents& passing = app_->session.passing();
  const std::size_t first = passing.place(app_->session.cursor().event);
  press(Key::right);
  EXPECT_EQ(passing.place(app_->session.cursor().event), first + 1);
}

TEST_F(Presenting, AQuestionIsPutBeforeItsAnswerIsSeenAndALongPressGoesPastIt) {
  go_to_step(*app_, 2);
  settle();
  press(Key::f5);
  press(Key::page_down);
  EXPECT_TRUE(shows_quiz(*app_, ui_));
  press(Key::page_down);
  EXPECT_TRUE(app_->session.activity().answer.has_value()) << "revealed";
  handle_key(ui_, *app_, {.key = Key::page_down, .repeats = 1});
  settle();
  EXPECT_EQ(app_->step, 3u);
  handle_key(ui_, *app_, {.key = Key::page_down, .repeats = 2});
  settle();
  EXPECT_EQ(app_->step, 3u) << "held down it goes on by one";
}

TEST_F(Presenting, ABlackScreenTakesTheNextKeyAndNoMore) {
  press(Key::f5);
  const std::size_t event = app_->session.cursor().event;
  for (const Key key : {Key::b, Key::period}) {
    press(key);
    EXPECT_TRUE(ui_.widget_log.panels().contains("present.blank"));
    press(Key::page_down);
    EXPECT_FALSE(ui_.widget_log.panels().contains("present.blank"));
    EXPECT_EQ(app_->session.cursor().event, event);
  }
}

TEST_F(Presenting, TheStepsControlStandsInTheTitleAndAnswersToTheKeyboard) {
  press(Key::f5);
  const std::string before = figure("present.value.pitch");
  EXPECT_NE(before.find("32"), std::string::npos) << before;
  press(Key::tab);
  press(Key::up);
  EXPECT_NE(figure("present.value.pitch").find("33"), std::string::npos)
      << figure("present.value.pitch");
}

TEST_F(Presenting, TheCodeStandsBesideThePictureAndBothLinesBelowTwoKernels) {
  press(Key::f5);
  press(Key::s);
  EXPECT_TRUE(ui_.widget_log.panels().contains("source"));
  expect_nothing_overlaps_or_is_cut();
  press(Key::s);
  EXPECT_TRUE(go_to_lesson(*app_, "swizzle", 0).has_value());
  settle();
  EXPECT_NE(figure("caption.code"), "");
  EXPECT_NE(figure("right.caption.code"), "");
  EXPECT_NE(figure("right.caption.code"), figure("caption.code"));
  expect_nothing_overlaps_or_is_cut();
}

TEST_F(Presenting, WhatIsDrawnStaysUntilTheNextStepOrUntilItIsCleared) {
  press(Key::f5);
  drag({600, 400}, {800, 500});
  EXPECT_EQ(figure("present.lines"), "0") << "drawing is off";
  press(Key::d);
  drag({600, 400}, {800, 500});
  EXPECT_EQ(figure("present.lines"), "1");
  press(Key::right);
  EXPECT_EQ(figure("present.lines"), "1");
  press(Key::c);
  EXPECT_EQ(figure("present.lines"), "0");
  drag({600, 400}, {800, 500});
  go_to_step(*app_, 3);
  settle();
  EXPECT_EQ(figure("present.lines"), "0");
}

TEST_F(Presenting, OneViewAloneHasTheWholeWindowUntilEscape) {
  press(Key::f);
  EXPECT_EQ(ui_.widget_log.panels().size(), 1u);
  EXPECT_EQ(ui_.widget_log.panels().at("bank_view").width, 1920);
  press(Key::escape);
  EXPECT_TRUE(ui_.widget_log.panels().contains("caption"));
}

TEST_F(Presenting, ABorderIsDraggedAndADoubleClickPutsItBack) {
  const float before = ui_.widget_log.panels().at("lesson").width;
  const ImVec2 border = middle_of("border.card");
  drag(border, {border.x + 100, border.y});
  EXPECT_NEAR(ui_.widget_log.panels().at("lesson").width, before + 100, 8);
  EXPECT_GT(app_->settings.lesson_arrangement.share(session::Border::card), 0);
  EXPECT_EQ(app_->settings.explore_arrangement.share(session::Border::card), 0) << "by mode";
  ImGui::GetIO().MousePos = middle_of("border.card");
  draw(2);
  for (const bool down : {true, false, true, false}) {
    ImGui::GetIO().MouseDown[0] = down;
    draw();
  }
  draw(2);
  EXPECT_NEAR(ui_.widget_log.panels().at("lesson").width, before, 1);
}

TEST_F(Presenting, PartsOpenAndCloseByButtonAndKey) {
  EXPECT_FALSE(ui_.widget_log.panels().contains("source"));
  click("open.drawer");
  EXPECT_TRUE(ui_.widget_log.panels().contains("source"));
  press(Key::s);
  EXPECT_FALSE(ui_.widget_log.panels().contains("source"));
  press(Key::j);
  EXPECT_TRUE(ui_.widget_log.panels().contains("metrics"));
  press(Key::h);
  EXPECT_FALSE(ui_.widget_log.panels().contains("lesson"));
  press(Key::u);
  EXPECT_TRUE(ui_.widget_log.widgets().contains("timeline.events"));
}

TEST_F(Presenting, TheRibbonHoldsTheStepsOwnControlsUntilAllAreWanted) {
  EXPECT_TRUE(ui_.widget_log.widgets().contains("control.pitch"));
  EXPECT_FALSE(ui_.widget_log.widgets().contains("control.rows"));
  click("open.controls");
  settle();
  EXPECT_TRUE(ui_.widget_log.widgets().contains("control.rows"));
}

TEST_F(Presenting, TheFilterIsWidenedByItsChipAndNarrowedToTheLineAgain) {
  EXPECT_EQ(figure("timeline.filter"), "shared load of line 35");
  const std::size_t loads = app_->session.passing().size();
  click("timeline.filter");
  draw(2);
  EXPECT_EQ(figure("timeline.filter"), "all accesses");
  EXPECT_GT(app_->session.passing().size(), loads);
  click("timeline.narrow");
  draw(2);
  EXPECT_EQ(figure("timeline.filter"), "shared load of line 35");
  EXPECT_EQ(app_->session.passing().size(), loads);
}

}  // namespace
}  // namespace warplens::ui
