#include "app/lessons/planned.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

namespace warplens::lessons {
namespace {

constexpr const char* kFolder = WARPLENS_SOURCE_DIR "/assets/lessons";

// A folder with the plan of two lessons, 15 and 20.
class PlannedLessons : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = testing::TempDir() + "warplens_planned";
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "planned.json") << R"([
      {"number": 15, "minutes": 10, "needs": [12], "title": {"en": "Precision", "zh": "精度"},
       "about": {"en": "compensated sums", "zh": "带补偿的求和"}},
      {"number": 20, "minutes": 10, "needs": [15], "title": {"en": "Clusters", "zh": "线程块簇"},
       "about": {"en": "blocks that share", "zh": "共享的线程块"}}])";
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::filesystem::path folder_;
};

TEST_F(PlannedLessons, ALessonThatIsWrittenIsPlannedNoMore) {
  ASSERT_EQ(load_planned(folder_, {})->size(), 2u);
  Lesson written;
  written.number = 15;
  const auto planned = load_planned(folder_, std::span(&written, 1));
  ASSERT_EQ(planned->size(), 1u);
  EXPECT_EQ(planned->front().number, 20);
}

TEST_F(PlannedLessons, AreNoneWhereNobodyPlans) {
  std::filesystem::remove(folder_ / "planned.json");
  const auto planned = load_planned(folder_, {});
  ASSERT_TRUE(planned.has_value()) << planned.error().message.en;
  EXPECT_TRUE(planned->empty());
}

TEST_F(PlannedLessons, AreFoundByTitleAndSubjectInEitherLanguage) {
  const auto planned = *load_planned(folder_, {});
  for (const char* words : {"Precision", "精度", "compensated sums"}) {
    const auto found = search_planned(planned, words);
    ASSERT_EQ(found.size(), 1u) << words;
    EXPECT_EQ(planned[found[0]].number, 15) << words;
  }
  EXPECT_TRUE(search_planned(planned, "  ").empty());
}

TEST(EffortOfTheCourse, LessonsSayTheirMinutesAndWhatComesFirstAsLessonsDo) {
  const auto lessons = load_lessons(kFolder)->lessons;
  std::vector<std::pair<int, Effort>> course;
  for (const Lesson& each : lessons) course.emplace_back(each.number, each.effort);
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

TEST(EffortOfTheCourse, ThePathOfAClassTakesNinetyMinutes) {
  const auto lessons = load_lessons(kFolder)->lessons;
  int minutes = 0;
  for (const int number : {2, 3, 6, 7, 8, 9}) {
    for (const Lesson& each : lessons) minutes += each.number == number ? each.effort.minutes : 0;
  }
  EXPECT_EQ(minutes, 90);
}

TEST_F(PlannedLessons, WhatIsNoListSaysWhatToMend) {
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
