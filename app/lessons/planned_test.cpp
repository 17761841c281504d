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
  written.number = 12;
  const auto planned = load_planned(kFolder, std::span(&written, 1));
  EXPECT_EQ(std::ranges::find(*planned, 12, &PlannedLesson::number), planned->end());
}

TEST(PlannedLessons, AreFoundByTitleAndSubjectInEitherLanguage) {
  const auto planned = *load_planned(kFolder, {});
  for (const char* words : {"Occupancy", "占用率", "registers, shared"}) {
    const auto found = search_planned(planned, words);
    ASSERT_EQ(found.size(), 1u) << words;
    EXPECT_EQ(planned[found[0]].number, 16) << words;
  }
  EXPECT_TRUE(search_planned(planned, "  ").empty());
}

TEST(PlannedLessons, WhatIsNoListSaysWhatToMend) {
  EXPECT_FALSE(parse_planned("{}").has_value());
  const auto bad = parse_planned(R"([{"number": 2, "title": {"en": "a"}, "about": {}}])");
  ASSERT_FALSE(bad.has_value());
  EXPECT_NE(bad.error().message.en.find("entry 1"), std::string::npos);
}

}  // namespace
}  // namespace warplens::lessons
