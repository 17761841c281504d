// How long the shipped lessons are. What their texts keep to: app/lessons/check.
#include <gtest/gtest.h>

#include <algorithm>

#include "app/features/features.h"
#include "app/lessons/lesson.h"

namespace warplens::lessons {
namespace {

class LessonTexts : public ::testing::Test {
 protected:
  std::vector<Lesson> lessons_ =
      load_lessons(WARPLENS_SOURCE_DIR "/assets/lessons", features::all()).value().lessons;
};

TEST_F(LessonTexts, EachLessonHasSevenToFourteenStepsAndAsksInAboutEveryThird) {
  for (const Lesson& lesson : lessons_) {
    const auto steps = lesson.steps.size();
    const auto asked = static_cast<std::size_t>(std::ranges::count_if(
        lesson.steps, [](const Step& step) { return step.prediction.has_value(); }));
    EXPECT_GE(steps, 7u) << lesson.id;
    EXPECT_LE(steps, 14u) << lesson.id;
    EXPECT_GE(asked * 4, steps) << lesson.id;
    EXPECT_LE(asked * 2, steps) << lesson.id;
  }
}

}  // namespace
}  // namespace warplens::lessons
