// Every shipped lesson, run on the real kernels: its stages, anchors, predictions and claims.
#include "app/lessons/course.h"

#include <gtest/gtest.h>

#include <chrono>
#include <filesystem>
#include <thread>

namespace warplens::lessons {
namespace {

using session::Figure;
using session::Session;

class Course : public ::testing::Test {
 protected:
  Course()
      : catalogue_(*run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets")),
        lessons_(*load_lessons(WARPLENS_SOURCE_DIR "/assets/lessons")),
        session_(catalogue_.families(),
                 [this](const session::Selection& selection, std::stop_token stop,
                        machine::Progress* progress) {
                   return session::compute(catalogue_, selection, std::move(stop), progress);
                 },
                 {}) {}

  void settle() {
    while (session_.busy()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    session_.update(0);
    ASSERT_FALSE(session_.error().has_value()) << session_.error()->message;
  }
  const Step& enter_step(const std::string& id) {
    for (const Lesson& lesson : lessons_) {
      for (const Step& step : lesson.steps) {
        if (step.id != id) continue;
        EXPECT_TRUE(enter(step, session_).has_value());
        settle();
        return step;
      }
    }
    throw std::runtime_error("no step " + id);
  }
  std::int64_t ways_at(const std::string& pitch_kernel, std::int64_t pitch) {
    session_.select_kernel(pitch_kernel);
    session_.set_parameter("pitch", pitch);
    settle();
    return session_.figure(Figure::max_way).value_or(-1);
  }

  run::Catalogue catalogue_;
  std::vector<Lesson> lessons_;
  Session session_;
};

TEST_F(Course, EveryStageRunsAndFindsItsAnchors) {
  for (const Lesson& lesson : lessons_) {
    for (const Step& step : lesson.steps) {
      const Result<void> entered = enter(step, session_);
      ASSERT_TRUE(entered.has_value()) << step.id << ": " << entered.error().message;
      settle();
      EXPECT_EQ(session_.result()->verdict, run::Verdict::match) << step.id;
      if (step.stage.cursor) {
        EXPECT_TRUE(session::find_event(*session_.result(), *step.stage.cursor).has_value()) << step.id;
      }
      if (step.prediction) {
        EXPECT_TRUE(expected_answer(step, session_).has_value()) << step.id;
        EXPECT_TRUE(hides_costs(step, session_)) << step.id;
      }
      EXPECT_EQ(is_done(step, session_), step.done.empty()) << step.id;
    }
  }
}

TEST_F(Course, EveryLessonFolderIsLoadedInBothLanguages) {
  std::size_t folders = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(WARPLENS_SOURCE_DIR "/assets/lessons")) {
    folders += entry.is_directory() ? 1 : 0;
  }
  EXPECT_EQ(lessons_.size(), folders);
  for (const Lesson& lesson : lessons_) {
    for (const Language language : {Language::en, Language::zh}) {
      EXPECT_FALSE(lesson.title[language].empty()) << lesson.id;
      for (const Step& step : lesson.steps) {
        EXPECT_FALSE(step.text[language].title.empty()) << step.id;
        EXPECT_FALSE(step.text[language].body.empty()) << step.id;
      }
    }
  }
}

TEST_F(Course, APredictionStandsOnTheEventThatItAsksAbout) {
  for (const Lesson& lesson : lessons_) {
    for (const Step& step : lesson.steps) {
      if (!step.prediction) continue;
      EXPECT_EQ(step.stage.cursor, step.prediction->at) << step.id;
    }
  }
}

TEST_F(Course, PredictionsAreWhatTheTextSaysAfterwards) {
  EXPECT_EQ(expected_answer(enter_step("column-read"), session_), 32);
  EXPECT_EQ(expected_answer(enter_step("tile-16"), session_), 8);
  EXPECT_EQ(expected_answer(enter_step("broadcast"), session_), 1);
}

TEST_F(Course, AnsweringTakesTheCursorToTheEventAndCompletesTheStep) {
  const Step& step = enter_step("column-read");
  answer(step, 5, session_);
  EXPECT_EQ(session_.activity().answer, 5);
  EXPECT_EQ(session_.activity().expected, 32);
  EXPECT_EQ(session_.figure(Figure::wavefronts), 32);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(Course, PitchStepShowsTheWaysThatItsTextSays) {
  const Step& step = enter_step("pitch");
  EXPECT_EQ(session_.figure(Figure::max_way), 32);
  EXPECT_EQ(ways_at("transpose/tile_padded", 33), 1);
  EXPECT_EQ(ways_at("transpose/tile_padded", 34), 2);
  EXPECT_FALSE(is_done(step, session_));
  EXPECT_EQ(ways_at("transpose/tile_padded", 36), 4);
  EXPECT_TRUE(is_done(step, session_));
  EXPECT_EQ(ways_at("transpose/tile_padded", 35), 1);
}

TEST_F(Course, TileOf16KeepsTwoWaysWithPitch17) {
  const Step& step = enter_step("tile-16");
  answer(step, 16, session_);
  EXPECT_FALSE(is_done(step, session_));
  EXPECT_EQ(ways_at("transpose/tile_padded", 17), 2);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(Course, StrideOf32IsThirtyTwoWay) {
  (void)enter_step("broadcast");
  session_.set_parameter("stride", 32);
  settle();
  const session::Anchor load{"", trace::Space::shared, trace::EventKind::load, 0};
  session_.seek(session::find_event(*session_.result(), load)->event);
  EXPECT_EQ(session_.figure(Figure::max_way), 32);
}

TEST_F(Course, SwizzleHasNoConflictAndNoPadding) {
  const Step& step = enter_step("xor");
  session_.select_kernel("transpose/packed_xor");
  settle();
  EXPECT_EQ(session_.figure(Figure::total_conflicts), 0);
  EXPECT_EQ(session_.launch()->trace->launch.static_shared_bytes, 4096u);
  EXPECT_TRUE(is_done(step, session_));
  EXPECT_EQ(ways_at("transpose/tile_padded", 33), 1);
  EXPECT_EQ(session_.launch()->trace->launch.static_shared_bytes, 4224u);
}

TEST_F(Course, RowWritesOfTheFirstStepsAreOneWavefrontEach) {
  (void)enter_step("row-write");
  const trace::SiteTotals& stores = session_.launch()->totals.shared_store;
  EXPECT_GT(stores.requests, 0u);
  EXPECT_EQ(stores.wavefronts, stores.requests);
}

}  // namespace
}  // namespace warplens::lessons
