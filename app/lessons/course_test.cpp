// Every shipped lesson, run on the real kernels: what answers and moves do to its steps. That each
// runs and can be done: app/lessons/check.
#include "app/lessons/course_test.h"

#include "app/lessons/stops.h"

#include <filesystem>
#include <fstream>
#include <regex>

namespace warplens::lessons {
namespace {

TEST_F(Course, EveryLessonFolderIsLoaded) {
  std::size_t folders = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(WARPLENS_SOURCE_DIR "/assets/lessons")) {
    folders += entry.is_directory() ? 1 : 0;
  }
  EXPECT_EQ(lessons_.size(), folders);
}

TEST_F(Course, EachLessonAsksInTwoKindsAtLeast) {
  for (const Lesson& lesson : lessons_) {
    std::set<Prediction::Kind> kinds;
    for (const Step& step : lesson.steps) {
      if (step.prediction) kinds.insert(step.prediction->kind);
    }
    EXPECT_GE(kinds.size(), 2u) << lesson.id;
  }
}

// The last column of the table in docs/TEACHING.md.
TEST_F(Course, TheSyllabusNamesChallengesAsHomework) {
  std::ifstream guide(WARPLENS_SOURCE_DIR "/docs/TEACHING.md");
  const std::regex week(R"(\| \d+ \| .* \|([^|]*)\|)"), number(R"((\d+)\.(\d+))");
  std::size_t named = 0;
  for (std::string line; std::getline(guide, line);) {
    std::smatch row;
    if (!std::regex_match(line, row, week)) continue;
    const std::string homework = row[1];
    for (std::sregex_iterator at(homework.begin(), homework.end(), number), end; at != end; ++at) {
      const auto lesson = std::ranges::find(lessons_, std::stoi((*at)[1]), &Lesson::number);
      ASSERT_NE(lesson, lessons_.end()) << at->str();
      EXPECT_TRUE(is_challenge(lesson->steps.at(std::stoul((*at)[2]) - 1))) << at->str();
      ++named;
    }
  }
  EXPECT_GE(named, 14u);
}

TEST_F(Course, AWrongAnswerCompletesTheStepAndShowsTheRightOne) {
  const Step& step = enter_step("bank-conflicts", "column-read");
  answer(step, 5, session_);
  EXPECT_EQ(session_.activity().answer, 5);
  EXPECT_EQ(session_.activity().expected, 32);
  EXPECT_EQ(figure(session::Figure::wavefronts), 32);
  EXPECT_TRUE(is_done(step, session_));
  EXPECT_FALSE(hides_costs(step, session_));
}

TEST_F(Course, EnteringAStepAgainBeginsItAnew) {
  for (const Lesson& lesson : lessons_) {
    for (const Step& step : lesson.steps) {
      begin(step);
      const session::Choice stage = session_.choice();
      const session::Cursor start = session_.cursor();
      if (step.prediction) answer(step, 1, session_);
      session_.step(1);
      if (step.file.path.empty())
        set(stage.left.kernel.starts_with("access/") ? "stride" : "rows", 3);
      begin(step);
      EXPECT_EQ(session_.choice(), stage) << step.id;
      EXPECT_EQ(session_.cursor(), start) << step.id;
      EXPECT_FALSE(session_.activity().answer.has_value()) << step.id;
      EXPECT_EQ(is_done(step, session_), step.done.empty()) << step.id;
    }
  }
}

TEST_F(Course, APresenterStopsThreeToEightTimesAStepAndAtAllThatItNames) {
  for (const Lesson& lesson : lessons_) {
    for (const Step& step : lesson.steps) {
      SCOPED_TRACE(lesson.id + "/" + step.id);
      begin(step);
      const auto stops = stops_of(step, session_);
      const session::PassingEvents& passing = session_.passing();
      EXPECT_GE(stops.size(), std::min(passing.size(), kFewestStops));
      EXPECT_LE(stops.size(), kMostStops);
      EXPECT_TRUE(std::ranges::is_sorted(stops));
      const auto begun = session_.cursor();
      if (passing.size() > kMostStops && step.stage.cursor && begun.launch == 0) {
        EXPECT_TRUE(std::ranges::binary_search(stops, begun.event)) << "where it begins";
      }
    }
  }
}

TEST_F(Course, PlayingPastAPlaceReachesItHoweverFast) {
  const Step& step = enter_step("corner-turn", "rows-in");
  session_.playback().speed = 64;
  session_.toggle_playing();
  session_.update(1.0);  // one slow frame passes the store
  EXPECT_TRUE(is_done(step, session_));
}

using Names = std::vector<std::string>;

TEST_F(Course, OnceTheQuestionIsAnsweredTheVariantToChooseIsPointedAt) {
  const Step& step = enter_step("coalescing", "store");
  EXPECT_EQ(highlights(step, session_), step.highlight);
  answer(step, 1, session_);
  EXPECT_EQ(highlights(step, session_), Names{"control.variant"});
  select("transpose/coalesced_write");
  EXPECT_EQ(controls_to_set(step, session_), Names{});
  EXPECT_EQ(highlights(step, session_), step.highlight);
}

TEST_F(Course, OnceTheQuestionIsAnsweredOnlyTheParametersStillToSetArePointedAt) {
  const Step& step = enter_step("bank-conflicts", "tile-16");
  answer(step, 1, session_);
  EXPECT_EQ(highlights(step, session_), Names{"control.pitch"});
  const Step& wide = enter_step("padding", "pitch-36");
  answer(wide, 1, session_);
  EXPECT_EQ(highlights(wide, session_), Names{"control.stride"});
  set("width", 4);
  EXPECT_EQ(highlights(wide, session_), (Names{"control.stride", "control.width"}));
}

TEST_F(Course, BesideAnotherKernelTheRightVariantIsTheOneToChoose) {
  const Step& step = enter_step("swizzle", "all-four");
  for (const std::string& name : controls_to_set(step, session_)) {
    EXPECT_EQ(name, "right.control.variant");
  }
  EXPECT_FALSE(controls_to_set(step, session_).empty());
}

TEST_F(Course, TheEssentialLessonsNeedNoOthersAndTakeAboutAnHourAndAHalf) {
  const auto is_essential = [&](int number) {
    const auto lesson = std::ranges::find(lessons_, number, &Lesson::number);
    return lesson->effort.weight == Weight::essential;
  };
  int minutes = 0;
  for (const Lesson& lesson : lessons_) {
    if (!is_essential(lesson.number)) continue;
    minutes += lesson.effort.minutes;
    for (const int need : lesson.effort.needs) EXPECT_TRUE(is_essential(need)) << lesson.id;
    for (const Step& step : lesson.steps) EXPECT_FALSE(step.is_extra) << step.id;
  }
  EXPECT_GE(minutes, 80);
  EXPECT_LE(minutes, 100);
}

}  // namespace
}  // namespace warplens::lessons
