// The ribbon by clicks: buttons for kernels that differ by one idea, lists that can be searched and
// close by Esc, what a slider's value means.
#include <gtest/gtest.h>
#include <imgui_internal.h>

#include "app/session/edits.h"
#include "app/state/exploring.h"
#include "app/ui/asking.h"
#include "app/ui/kernel_combos.h"
#include "app/ui/panels/overlay_states.h"
#include "app/ui/panels/states.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

class Ribbon : public ::testing::TestWithParam<Setup>, protected WholeWindow {
 protected:
  Ribbon() : WholeWindow(GetParam()) {}
  void enter(const std::string& lesson, std::ptrdiff_t step) {
    ASSERT_TRUE(go_to_lesson(*app_, lesson, step).has_value());
    settle();
  }
  void open(const std::string& kernel) {
    explore(*app_);
    select_kernel(app_->session, kernel);
    settle();
  }
  // Where the window has no room for all, one of several tabs is seen.
  void bring_the_text_forward() {
    ui_.state<ReadingState>().tab = ReadingTab::lesson;
    draw(2);
  }
  [[nodiscard]] bool has(const std::string& widget) const {
    return ui_.widget_log.widgets().contains(widget);
  }
  [[nodiscard]] std::string kernel() const { return app_->session.selection().kernel; }
};

TEST_P(Ribbon, AButtonPutsItsKernelOnTheStage) {
  enter("bank-conflicts", 7);
  EXPECT_TRUE(has("control.variant")) << "what the step points at";
  click("idea.0.transpose/tile_xor");
  settle();
  EXPECT_EQ(kernel(), "transpose/tile_xor");
  EXPECT_TRUE(app_->step_done);
  expect_nothing_overlaps_or_is_cut();
}

TEST_P(Ribbon, TheButtonsOfTwoKernelsAreEachSidesOwn) {
  enter("swizzle", 8);
  click("right.idea.1.transpose/packed_xor");
  settle();
  EXPECT_EQ(app_->session.selection(session::Side::right).kernel, "transpose/packed_xor");
  EXPECT_EQ(kernel(), "transpose/tile");
}

TEST_P(Ribbon, AChoiceIsSaidWhole) {
  const bool is_english = app_->language() == Language::en;
  enter("wide-shared-access", 3);
  EXPECT_EQ(figure("chosen.order"), is_english ? "pairs apart" : "隔一成对");
  enter("reduction", 11);
  EXPECT_EQ(figure("chosen.operation"), is_english ? "atomicInc: up" : "atomicInc：递增");
}

TEST_P(Ribbon, ASliderSaysWhatItsValueMeans) {
  enter("padding", 0);
  const std::string before = figure("meaning.pitch");
  EXPECT_NE(before, "");
  click("control.pitch.more");
  settle();
  EXPECT_EQ(figure("control.pitch"), "33");
  EXPECT_EQ(figure("meaning.pitch"), app_->language() == Language::en
                                         ? "one float more than the tile"
                                         : "比 tile 多一个浮点数");
  EXPECT_NE(figure("meaning.pitch"), before);
}

TEST_P(Ribbon, NothingMovesWhileASliderIsDragged) {
  enter("padding", 0);
  const auto before = ui_.widget_log.panels().at("swizzle_map");
  for (int i = 0; i < 4; ++i) {
    click("control.pitch.more");
    settle();
    EXPECT_EQ(ui_.widget_log.panels().at("swizzle_map"), before);
  }
}

TEST_P(Ribbon, TheLongListCanBeSearchedAndClosesWithTheChoice) {
  open("transpose/tile");
  click("control.variant");
  type("atomic");
  EXPECT_TRUE(has("variant.reduce/atomic"));
  EXPECT_FALSE(has("variant.transpose/tile_xor"));
  click("variant.reduce/atomic");
  settle();
  EXPECT_EQ(kernel(), "reduce/atomic");
  EXPECT_FALSE(has("variant.search"));
}

TEST_P(Ribbon, EscClosesAListAndNothingElse) {
  open("transpose/tile");
  ui_.state<Message>() = {"words", {}, false};
  app_->is_alone = false;
  click("control.compare");
  ASSERT_TRUE(has("compare.search"));
  press(Key::escape);
  EXPECT_FALSE(has("compare.search"));
  EXPECT_EQ(ui_.state<Message>().words, "words");
  press(Key::escape);
  EXPECT_EQ(ui_.state<Message>().words, "");
}

TEST_P(Ribbon, EscLetsGoOfOneThingAPress) {
  open("transpose/tile");
  app_->is_alone = true;
  ui_.state<Message>() = {"words", {}, false};
  press(Key::escape);
  EXPECT_TRUE(app_->is_alone);
  press(Key::escape);
  EXPECT_FALSE(app_->is_alone);
}

TEST_P(Ribbon, TheListOfKernelsAtTheLeftCanBeSearched) {
  open("transpose/tile");
  bring_the_text_forward();
  const std::string all = figure("explore.found");
  click("explore.search");
  type("vanish nowhere");
  EXPECT_EQ(figure("explore.found"), "0");
  ui_.state<ExploreState>().search = "归约";
  ImGui::ClearActiveID();
  draw(3);
  EXPECT_TRUE(has("explore.reduce/interleaved"));
  EXPECT_LT(std::stoi(figure("explore.found")), std::stoi(all));
}

TEST_P(Ribbon, AnAnswersFieldIsEmptyUntilSomethingIsTyped) {
  enter("bank-conflicts", 2);
  bring_the_text_forward();
  EXPECT_EQ(ui_.state<AskState>().typed, "");
  click("lesson.check");
  settle();
  EXPECT_FALSE(app_->session.activity().answer.has_value()) << "there is nothing to check";
  click("lesson.predict");
  type("32");
  enter("padding", 5);
  EXPECT_EQ(ui_.state<AskState>().typed, "") << "that was another question's";
  click("lesson.predict");
  type("16");
  click("lesson.check");
  settle();
  EXPECT_EQ(app_->session.activity().answer, 16);
}

TEST_P(Ribbon, AStatusLineWithoutRoomIsToldWholeOnHover) {
  size_ = {900, 700};
  enter("swizzle", 0);
  ASSERT_TRUE(has("status_line"));
  hover("status_line");
  const std::string whole = figure("status_line.whole");
  EXPECT_NE(whole.find(figure("status")), std::string::npos);
  EXPECT_NE(whole.find(figure("right.status")), std::string::npos);
  EXPECT_NE(whole.find(ui_.say(Str::rules_from)), std::string::npos);
}

TEST_P(Ribbon, OneAccessASecondIsSingular) {
  open("transpose/tile");
  app_->session.playback().speed = 1;
  draw(2);
  EXPECT_EQ(figure("speed"), app_->language() == Language::en ? "1 access/s" : "每秒 1 次访问");
}

TEST_P(Ribbon, AnOpenPredictionSaysOnceWhatItHides) {
  enter("bank-conflicts", 2);
  EXPECT_EQ(figure("key.this_access"), "") << "the caption says it";
  EXPECT_EQ(figure("caption.cost"), "");
}

INSTANTIATE_TEST_SUITE_P(Sizes, Ribbon,
                         ::testing::Values(Setup{{1280, 800}, "en", 1}, Setup{{1280, 800}, "zh", 1},
                                           Setup{{1920, 1080}, "zh", 1.3f}));

}  // namespace
}  // namespace warplens::ui
