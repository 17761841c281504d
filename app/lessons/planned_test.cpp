#include "app/lessons/planned.h"

#include <gtest/gtest.h>

namespace warplens::lessons {
namespace {

constexpr const char* kFolder = WARPLENS_SOURCE_DIR "/assets/lessons";

TEST(PlannedLessons, AreThoseOfTheCourseThatAreNotThereYet) {
  const auto lessons = load_lessons(kFolder)->lessons;
  const auto planned = load_planned(kFolder, lessons);
  ASSERT_TRUE(planned.has_value()) << planned.error().message.en;
  ASSERT_FALSE(planned->empty());
  for (const PlannedLesson& each : *planned) {
    EXPECT_EQ(std::ranges::find(lessons, each.number, &Lesson::number), lessons.end());
  }
}

TEST(PlannedLessons, ALessonThatIsWrittenIsPlannedNoMore) {
  Lesson written;
  written.number = 15;
  const auto planned = load_planned(kFolder, std::span(&written, 1));
  EXPECT_EQ(std::ranges::find(*planned, 15, &PlannedLesson::number), planned->end());
}

TEST(PlannedLessons, AreFoundByTitleAndSubjectInEitherLanguage) {
  const auto planned = *load_planned(kFolder, {});
  for (const char* words : {"Precision", "精度", "compensated sums"}) {
    const auto found = search_planned(planned, words);
    ASSERT_EQ(found.size(), 1u) << words;
    EXPECT_EQ(planned[found[0]].number, 15) << words;
  }
  EXPECT_TRUE(search_planned(planned, "  ").empty());
}

TEST(PlannedLessons, SayTheirMinutesAndWhatComesFirstAsLessonsDo) {
  const auto lessons = load_lessons(kFolder)->lessons;
  const auto planned = *load_planned(kFolder, lessons);
  std::vector<std::pair<int, Effort>> course;
  for (const Lesson& each : lessons) course.emplace_back(each.number, each.effort);
  for (const PlannedLesson& each : planned) course.emplace_back(each.number, each.effort);
  for (const auto& [number, effort] : course) {
    EXPECT_GE(effort.minutes, 5) << number;
    EXPECT_LE(effort.minutes, 30) << number;
    for (const int first : effort.needs) {
      EXPECT_LT(first, number) << number;
      EXPECT_NE(std::ranges::find(course, first, &std::pair<int, Effort>::first), course.end())
          << number << " needs " << first;
    }
  }
}

TEST(PlannedLessons, ThePathOfAClassTakesNinetyMinutes) {
  const auto lessons = load_lessons(kFolder)->lessons;
  const auto planned = *load_planned(kFolder, lessons);
  int minutes = 0;
  for (const int number : {2, 3, 6, 7, 8, 9}) {
    for (const Lesson& each : lessons) minutes += each.number == number ? each.effort.minutes : 0;
    for (const PlannedLesson& each : planned) {
      minutes += each.number == number ? each.effort.minutes : 0;
    }
  }
  EXPECT_EQ(minutes, 90);
}

TEST(PlannedLessons, WhatIsNoListSaysWhatToMend) {
  EXPECT_FALSE(parse_planned("{}").has_value());
  const auto bad = parse_planned(R"([{"number": 2, "title": {"en": "a"}, "about": {}}])");
  ASSERT_FALSE(bad.has_value());
  EXPECT_NE(bad.error().message.en.find("entry 1"), std::string::npos);
  const auto needs = parse_planned(
      R"([{"number": 2, "needs": "all", "title": {"en": "a", "zh": "甲"}, "about": {"en": "b", "zh": "乙"}}])");
  ASSERT_FALSE(needs.has_value());
  EXPECT_EQ(needs.error().message.en,
            "planned.json: entry 1: \"needs\" must be a list of lessons' numbers");
}

}  // namespace
}  // namespace warplens::lessons
