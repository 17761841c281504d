// Questions of every kind answered by mouse and by keys, in the whole window; nothing tells the
// answer before.
#include "app/ui/asking.h"

#include <gmock/gmock.h>

#include <iterator>
#include <sstream>

#include "app/features/host_timeline/host_runs.h"
#include "app/features/matrix/matrix_answer.h"
#include "app/session/edits.h"
#include "app/state/measured_phrases.h"
#include "app/texts/answer_phrases.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

using testing::HasSubstr;

class Asking : public testing::TestWithParam<const char*>, protected WholeWindow {
 protected:
  Asking() : WholeWindow({.language = GetParam()}) { app_->recordings.wait(); }

  void enter(const std::string& lesson, std::string_view id) {
    ASSERT_TRUE(go_to_lesson(*app_, lesson, 0).has_value());
    const auto& steps = app_->current_lesson().steps;
    const auto at = std::ranges::find(steps, id, &lessons::Step::id);
    ASSERT_NE(at, steps.end()) << id;
    go_to_step(*app_, at - steps.begin());
    settle();
  }
  [[nodiscard]] const session::Activity& activity() const { return app_->session.activity(); }
  [[nodiscard]] std::int64_t expected() const {
    return lessons::expected_answer(app_->current_step(), app_->session).value();
  }
  [[nodiscard]] std::string phrase_of(std::int64_t answer) const {
    return answer_phrase(ui_, *app_->current_step().prediction,
                         text_of_step(*app_, app_->current_step(), app_->language()), answer,
                         app_->session);
  }
  void check() {
    click("lesson.check");
    settle();
  }
  void click_at(ImVec2 at) {
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = at;
    draw(2);
    for (const bool down : {true, false}) {
      io.MouseDown[0] = down;
      draw(2);
    }
  }
  [[nodiscard]] std::vector<float> numbers(const std::string& figure_name) const {
    std::istringstream in(figure(figure_name));
    return {std::istream_iterator<float>(in), {}};
  }
  // Nothing on screen says what the access or the kernel costs.
  void expect_nothing_told() const {
    for (const auto& [name, value] : ui_.widget_log.figures()) {
      for (const char* telling :
           {"event.", "sector_strip.", "matrix_view.sectors", "punch_card.", "swizzle_map.",
            "cache_view.", "shared_bytes", "caption.cost", "bank_view.groups", "global_load",
            "shared_load", "lesson.verdict"}) {
        EXPECT_FALSE(name.starts_with(telling)) << name << ": " << value;
      }
    }
  }
};

TEST_P(Asking, AChoiceIsMadeByAClickAndItsReasonsAreToldAfterwards) {
  enter("bank-conflicts", "broadcast");
  expect_nothing_told();
  EXPECT_FALSE(ready_answer(*app_, ui_).has_value());
  check();
  EXPECT_FALSE(activity().answer.has_value()) << "nothing is chosen";
  click("lesson.option3");
  click("lesson.option1");
  EXPECT_EQ(ready_answer(*app_, ui_), 1) << "the last one counts";
  click("lesson.option2");
  const float before = ui_.widget_log.widgets().at("lesson.option1").height;
  check();
  EXPECT_EQ(activity().answer, 2);
  EXPECT_EQ(activity().expected, 1);
  EXPECT_THAT(figure("lesson.verdict"), HasSubstr(phrase_of(1)));
  EXPECT_THAT(figure("lesson.verdict"), HasSubstr(phrase_of(2)));
  EXPECT_GT(ui_.widget_log.widgets().at("lesson.option1").height, before + 10) << "with its reason";
  click("lesson.reset");
  settle();
  EXPECT_FALSE(activity().answer.has_value());
  EXPECT_FALSE(ui_.state<AskState>().picked.has_value());
}

TEST_P(Asking, KeysChooseOnceEnterHasLedToTheQuestion) {
  enter("bank-conflicts", "broadcast");
  const auto views = app_->views;
  press(Key::enter);
  EXPECT_TRUE(ui_.state<AskState>().has_keyboard);
  press(Key::digit_3);
  EXPECT_EQ(ready_answer(*app_, ui_), 32);
  EXPECT_EQ(app_->views, views) << "the digit chose no view";
  press(Key::up);
  EXPECT_EQ(ready_answer(*app_, ui_), 2);
  press(Key::escape);
  EXPECT_FALSE(ui_.state<AskState>().has_keyboard);
  press(Key::enter);
  press(Key::enter);
  EXPECT_EQ(activity().answer, 2);
}

TEST_P(Asking, DigitsAnswerWithoutEnterBeforeThemAndEnlargeNoView) {
  enter("bank-conflicts", "broadcast");
  const auto views = app_->views;
  press(Key::digit_2);
  EXPECT_EQ(ready_answer(*app_, ui_), 2);
  enter("bank-conflicts", "column-read");
  for (const Key key : {Key::digit_3, Key::digit_2, Key::zero}) press(key);
  EXPECT_EQ(ready_answer(*app_, ui_), 320);
  press(Key::backspace);
  EXPECT_EQ(ready_answer(*app_, ui_), 32);
  press(Key::enter);
  EXPECT_EQ(activity().answer, 32);
  EXPECT_EQ(app_->views.front(), views.front());
  press(Key::digit_2);
  EXPECT_EQ(activity().answer, 32) << "an answered question takes none";
}

TEST_P(Asking, KernelsAreOrderedOneAfterTheOther) {
  enter("coalescing", "shapes");
  EXPECT_EQ(expected(), 231);
  click("lesson.option1");
  click("lesson.option2");
  click("lesson.option1");
  EXPECT_EQ(ui_.state<AskState>().picked, 2) << "once more takes it back";
  EXPECT_FALSE(ready_answer(*app_, ui_).has_value()) << "two are left";
  click("lesson.option3");
  click("lesson.option1");
  EXPECT_EQ(ready_answer(*app_, ui_), 231);
  check();
  EXPECT_EQ(activity().answer, activity().expected);
  EXPECT_THAT(figure("lesson.verdict"), HasSubstr("8 × 8 → 16 × 16 → 32 × 8"));
}

TEST_P(Asking, LanesAreClickedInTheCardOrInThePicture) {
  enter("bank-conflicts", "tile-16");
  click("lesson.lane0");
  EXPECT_EQ(ready_answer(*app_, ui_).value_or(0), 0) << "that one is asked about";
  click("lesson.lane2");
  click("lesson.lane3");
  click("lesson.lane3");
  EXPECT_EQ(ready_answer(*app_, ui_), 1 << 2);
  const WidgetRect words = ui_.widget_log.widgets().at("bank_view.wanted");
  std::int64_t picked = 0;
  for (float y = 5; y < words.height; y += 5) {
    click_at({words.x + words.width * 0.41f, words.y + y});
    picked |= ready_answer(*app_, ui_).value_or(0);
  }
  EXPECT_NE(picked & ~std::int64_t{1 << 2}, 0) << "a word in the picture stands for its lane";
  press(Key::enter);
  press(Key::down);
  EXPECT_GE(ui_.state<AskState>().pointed, 8u);
}

TEST_P(Asking, AnElementIsClickedInTheMatrixWhereNoLaneIsShown) {
  enter("coalescing", "store");
  expect_nothing_told();
  EXPECT_TRUE(hides_lanes(*app_));
  const std::vector<float> cells = numbers("matrix_view.cells");
  ASSERT_EQ(cells.size(), 4u);
  const auto place = [&](std::int64_t element) {
    const auto columns = static_cast<std::int64_t>(cells[3]);
    return ImVec2{cells[0] + (static_cast<float>(element % columns) + 0.5f) * cells[2],
                  cells[1] + (static_cast<float>(element / columns) + 0.5f) * cells[2]};
  };
  click_at(place(expected() + 1));
  EXPECT_EQ(ready_answer(*app_, ui_), expected() + 1);
  click_at(place(expected()));
  EXPECT_EQ(ready_answer(*app_, ui_), expected());
  EXPECT_EQ(figure("lesson.chosen"), ui_.say(Str::cell_chosen, phrase_of(expected())));
  check();
  EXPECT_EQ(activity().answer, activity().expected);
  EXPECT_NE(figure("matrix_view.sectors"), "") << "now they are told";
}

TEST_P(Asking, ABankIsClickedAmongEmptyColumns) {
  enter("padding", "rows-still-free");
  expect_nothing_told();
  EXPECT_EQ(figure("bank_view.words"), "") << "no lane's word is shown";
  const std::vector<float> columns = numbers("bank_view.bank_columns");
  const WidgetRect whole = ui_.widget_log.widgets().at("bank_view.choose");
  click_at({columns[0] + 7.5f * columns[1], whole.y + whole.height / 2});
  EXPECT_EQ(ready_answer(*app_, ui_), 7);
  press(Key::enter);
  press(Key::left);
  EXPECT_EQ(ready_answer(*app_, ui_), 6);
  press(Key::enter);
  EXPECT_EQ(activity().answer, 6);
  EXPECT_EQ(activity().expected, 0);
  EXPECT_NE(figure("bank_view.words"), "");
}

TEST_P(Asking, SoManyLanesAsTheStepTellsAreShownAndNotTheAskedOne) {
  enter("wide-shared-access", "why-128");
  EXPECT_EQ(told_lanes(*app_), 0b111u);
  enter("padding", "rows-still-free");
  EXPECT_EQ(told_lanes(*app_), 1u);
  enter("reduction", "atomic-limits");
  EXPECT_EQ(told_lanes(*app_), 0b11u);
  const auto told = told_elements(*app_, ui_, *app_->session.event());
  ASSERT_EQ(told.size(), 2u) << "of the accesses before, for lane 2 stores alone";
  for (const scene::ElementTouch& touch : told) {
    EXPECT_EQ(touch.row, touch.lane);
    EXPECT_EQ(touch.column, 8 + touch.lane);
  }
  EXPECT_EQ(figure("matrix_view.corner"), "0.00 0.00") << "the answer's column is in sight";
}

TEST_P(Asking, AChallengeSaysWhatTheKernelOnScreenHasOfEachBound) {
  enter("reduction", "challenge");
  EXPECT_EQ(figure("lesson.judged.total_conflicts"), "0");
  EXPECT_EQ(figure("lesson.judged.findings"), "0");
  const auto idle = [&] { return std::stoll(figure("lesson.judged.idle_in_shared")); };
  EXPECT_GT(idle(), 100);
  EXPECT_FALSE(app_->step_done);
  select_kernel(app_->session, "reduce/unrolled");
  settle();
  EXPECT_LE(idle(), 100);
  EXPECT_TRUE(app_->step_done);
  select_kernel(app_->session, "reduce/shuffle");
  settle();
  EXPECT_GT(idle(), 100) << "of the one on screen, not of the best";
}

TEST_P(Asking, TheFastestIsWhatTheRecordingSaysAndItsTimesAreHiddenBefore) {
  enter("swizzle", "odd-size");
  show_large(*app_, session::StageView::timing_view);
  settle();
  for (const auto& [name, value] : ui_.widget_log.figures()) {
    EXPECT_FALSE(name.starts_with("timing")) << name << ": " << value;
  }
  click("lesson.option1");
  check();
  EXPECT_EQ(activity().answer, 0);
  EXPECT_EQ(activity().expected, 2);
}

TEST_P(Asking, EveryOpenQuestionTellsNothing) {
  for (const lessons::Lesson& lesson : app_->lessons) {
    for (const lessons::Step& step : lesson.steps) {
      if (!step.prediction) continue;
      SCOPED_TRACE(lesson.id + "/" + step.id);
      enter(lesson.id, step.id);
      if (app_->hides_costs()) expect_nothing_told();
    }
  }
}

TEST_P(Asking, ALineOfTheHostsCodeAndItsSpanLightEachOther) {
  enter("host-and-device", "lines-and-spans");
  ASSERT_TRUE(ui_.widget_log.widgets().contains("host_code.line5"));
  hover("host_code.line5");
  draw(2);
  EXPECT_EQ(figure("host_timeline.lit"), "5") << "a probe stands between the two copies";
  click("host_code.line5");
  settle();
  EXPECT_EQ(host_timeline::shown_span(app_->session), 5u);
  EXPECT_THAT(figure("host_code.chosen"), HasSubstr("cudaMemcpy(b"));
  EXPECT_FALSE(app_->step_done);
  press(Key::n);
  while (!app_->step_done) press(Key::n);
  EXPECT_THAT(figure("host_code.chosen"), HasSubstr("<<<")) << "the kernel's launch";
  for (const char* useless : {"open.controls", "open.table", "play"}) {
    EXPECT_FALSE(ui_.widget_log.widgets().contains(useless)) << useless;
  }
  EXPECT_FALSE(ui_.widget_log.panels().contains("caption"));
}

INSTANTIATE_TEST_SUITE_P(Languages, Asking, testing::Values("en", "zh"));

}  // namespace
}  // namespace warplens::ui
