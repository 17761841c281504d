// Own lessons that are saved while the app runs.
#include "app/state/own_lessons.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

#include "app/features/features.h"
#include "app/state/make_app_state.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;

class WatchedLessons : public testing::Test {
 protected:
  WatchedLessons() {
    fs::copy(WARPLENS_SOURCE_DIR "/tests/lessons/every-other", lesson_);
    app_ = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", {}, features::all(),
                                     {.lessons = {folder_.path()}}));
    EXPECT_TRUE(go_to_lesson(*app_, "every-other", 1).has_value());
    app_->settings.completed["every-other"] = {"own-file"};
    watch_lessons(*app_);
  }
  // Saves the file with the first place of `from` as `to`.
  void save(const std::string& file, const std::string& from, const std::string& to) {
    std::ifstream in(lesson_ / file);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    ASSERT_NE(text.find(from), std::string::npos);
    std::ofstream(lesson_ / "saved") << text.replace(text.find(from), from.size(), to);
    fs::rename(lesson_ / "saved", lesson_ / file);
    watch_lessons(*app_);
  }
  std::string title() { return app_->current_step().text[Language::en].title; }

  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  fs::path lesson_ = folder_.path() / "mine";
  std::unique_ptr<AppState> app_;
};

TEST_F(WatchedLessons, AreReadAgainAndThePersonStays) {
  save("en.md", "## The slider", "## A slider to drag");
  EXPECT_EQ(title(), "A slider to drag");
  EXPECT_EQ(app_->current_step().id, "stride");
  EXPECT_TRUE(app_->settings.has_done("every-other", "own-file"));
  EXPECT_EQ(app_->notice, "");
}

TEST_F(WatchedLessons, AStepWhoseStageIsAnotherBeginsAnew) {
  app_->step_done = true;
  save("lesson.json", "\"stride\": 1}", "\"stride\": 4}");
  EXPECT_FALSE(app_->step_done);
  EXPECT_EQ(app_->session.selection().parameters.at("stride"), 4);
  EXPECT_EQ(app_->current_step().id, "stride");
}

TEST_F(WatchedLessons, ThatCannotBeReadStayAsTheyWereAndSayWhy) {
  save("lesson.json", "\"minutes\": 10,", "\"minutes\" 10,");
  EXPECT_THAT(app_->notice, HasSubstr("mine/lesson.json:4: this is not JSON"));
  EXPECT_EQ(title(), "The slider");
  save("lesson.json", "\"minutes\" 10,", "\"minutes\": 12,");
  EXPECT_EQ(app_->notice, "");
  EXPECT_EQ(app_->current_lesson().effort.minutes, 12);
}

TEST_F(WatchedLessons, ANewOneJoinsTheOthersByItsNumber) {
  const fs::path early = folder_.path() / "early";
  fs::copy(lesson_, early);
  std::ifstream in(early / "lesson.json");
  std::string text{std::istreambuf_iterator<char>(in), {}};
  text.replace(text.find("\"every-other\""), 13, "\"early\"");
  text.replace(text.find("90"), 2, "0");
  std::ofstream(early / "lesson.json") << text;
  watch_lessons(*app_);
  EXPECT_EQ(app_->lessons.front().id, "early");
  EXPECT_EQ(app_->current_lesson().id, "every-other");
}

}  // namespace
}  // namespace warplens::ui
