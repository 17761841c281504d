// The quiz, drawn without a window: a class votes, the trace reveals.
#include <gtest/gtest.h>

#include "app/features/host_timeline/host_runs.h"
#include "app/ui/quiz.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

class Quiz : public ::testing::TestWithParam<const char*>, protected WholeWindow {
 protected:
  Quiz() : WholeWindow({{1920, 1080}, GetParam()}) {}
  // Presents the lesson's first step that asks in this way.
  void present(lessons::Prediction::Kind kind) {
    for (std::size_t lesson = 0; lesson < app_->lessons.size(); ++lesson) {
      const auto& steps = app_->lessons[lesson].steps;
      for (std::size_t step = 0; step < steps.size(); ++step) {
        if (!steps[step].prediction || steps[step].prediction->kind != kind) continue;
        if (steps[step].stage.asked.has<host_timeline::HostTimelineKey>())
          continue;  // needs a recording of it
        app_->lesson = lesson;
        go_to_step(*app_, static_cast<std::ptrdiff_t>(step));
        settle();
        press(Key::f5);
        ASSERT_TRUE(set_scale(ui_, *app_, text_scale(app_->settings)).has_value());
        press(Key::q);
        return;
      }
    }
    FAIL() << "no such question";
  }
  void expect_readable() {
    expect_nothing_overlaps_or_is_cut();
    EXPECT_GE(ui_.widget_log.smallest_letters(), 20);
  }
};

TEST_P(Quiz, CountsHandsAndRevealsByTheTrace) {
  present(lessons::Prediction::Kind::choice);
  ASSERT_TRUE(ui_.widget_log.panels().contains("quiz"));
  press(Key::digit_1);
  press(Key::digit_2);
  EXPECT_EQ(figure("quiz.votes1"), "12");
  press(Key::equal);
  press(Key::down);
  press(Key::minus);
  press(Key::equal);
  EXPECT_EQ(figure("quiz.votes1"), "13");
  EXPECT_EQ(figure("quiz.votes2"), "1");
  expect_readable();
  EXPECT_FALSE(app_->session.activity().expected.has_value());
  press(Key::page_down);
  ASSERT_TRUE(app_->session.activity().expected.has_value());
  EXPECT_EQ(app_->session.activity().expected,
            lessons::expected_answer(app_->current_step(), app_->session));
  EXPECT_NE(figure("quiz.right"), "");
  EXPECT_EQ(figure("quiz.votes1"), "13") << "they stay to be looked at";
  EXPECT_TRUE(app_->settings.answers.empty()) << "a class is no student";
  expect_readable();
  press(Key::escape);
  EXPECT_FALSE(ui_.widget_log.panels().contains("quiz"));
  press(Key::q);
  EXPECT_EQ(figure("quiz.votes1"), "0");
  EXPECT_FALSE(app_->session.activity().answer.has_value()) << "the question is open again";
}

TEST_P(Quiz, StaysAtTheAccessThatItAskedAbout) {
  ASSERT_TRUE(go_to_lesson(*app_, "bank-conflicts", 2).has_value());
  settle();
  const std::size_t asked = app_->session.cursor().event;
  press(Key::f5);
  press(Key::q);
  ASSERT_TRUE(ui_.widget_log.panels().contains("quiz"));
  app_->session.step(3);
  press(Key::r);
  EXPECT_TRUE(app_->session.playback().is_moving());
  for (int i = 0; i < 50; ++i) app_->session.update(0.1);
  EXPECT_FALSE(app_->session.playback().is_moving()) << "it plays once";
  EXPECT_EQ(app_->session.cursor().event, asked);
}

TEST_P(Quiz, TakesGuessesWhereANumberIsAskedFor) {
  present(lessons::Prediction::Kind::number);
  press(Key::digit_3);
  press(Key::digit_2);
  press(Key::enter);
  press(Key::digit_4);
  press(Key::enter);
  EXPECT_EQ(ui_.state<QuizState>().guesses, (std::vector<std::int64_t>{32, 4}));
  press(Key::backspace);
  EXPECT_EQ(figure("quiz.guesses"), "1");
  expect_readable();
  click("quiz.reveal");
  settle();
  EXPECT_NE(figure("quiz.right"), "");
}

TEST_P(Quiz, StandsBesideEveryKindOfQuestion) {
  for (const auto kind : {lessons::Prediction::Kind::best, lessons::Prediction::Kind::order,
                          lessons::Prediction::Kind::lanes, lessons::Prediction::Kind::cell}) {
    present(kind);
    ASSERT_TRUE(ui_.widget_log.panels().contains("quiz"));
    expect_readable();
    press(Key::r);
    EXPECT_NE(figure("quiz.right"), "");
    expect_readable();
    press(Key::escape);
    press(Key::f5);
    ASSERT_TRUE(set_scale(ui_, *app_, 1).has_value());
  }
}

INSTANTIATE_TEST_SUITE_P(InBothLanguages, Quiz, testing::Values("en", "zh"));

}  // namespace
}  // namespace warplens::ui
