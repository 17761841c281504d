#include "app/lessons/course_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

namespace warplens::lessons {
namespace {

// 1 alone; 2 → 3 → 6 → 7; 7 leads to 8, 8 to 9; 14 needs 7 and 9, and 3, which those include.
const std::vector<MapLesson> kCourse{{1, {}},  {2, {}},  {3, {2}}, {6, {3}},
                                     {7, {6}}, {8, {7}}, {9, {8}}, {14, {3, 7, 9}}};

std::size_t column(const CourseMap& map, int number) {
  const auto at = std::ranges::find(kCourse, number, &MapLesson::number);
  return map.places[static_cast<std::size_t>(at - kCourse.begin())].column;
}

TEST(CourseMap, ALessonStandsToTheRightOfAllThatItNeeds) {
  const CourseMap map = course_map(kCourse);
  EXPECT_EQ(map.columns, 7u);
  EXPECT_EQ(column(map, 1), 0u);
  EXPECT_EQ(column(map, 3), 1u);
  EXPECT_EQ(column(map, 9), 5u);
  EXPECT_EQ(column(map, 14), 6u);
}

TEST(CourseMap, WhatAnotherNeedIncludesHasNoLine) {
  const CourseMap map = course_map(kCourse);
  EXPECT_EQ(map.lines.size(), 6u);
  const auto to_last = std::ranges::find(map.lines, 7u, &MapLine::to);
  ASSERT_NE(to_last, map.lines.end());
  EXPECT_EQ(to_last->from, 6u) << "9 needs 7, and 7 needs 3";
}

TEST(CourseMap, ALineOverSeveralColumnsPassesNoLesson) {
  const std::vector<MapLesson> lessons{{1, {}}, {2, {1}}, {3, {2}}, {4, {}}, {5, {3, 4}}};
  const CourseMap map = course_map(lessons);
  const auto line = std::ranges::find(map.lines, 3u, &MapLine::from);
  ASSERT_NE(line, map.lines.end());
  ASSERT_EQ(line->between.size(), 2u);
  for (std::size_t between = 0; between < 2; ++between) {
    for (const MapPlace& place : map.places) {
      if (place.column != between + 1) continue;
      EXPECT_GE(std::abs(place.y - line->between[between]), map.row / 2);
    }
  }
}

TEST(CourseMap, LessonsOfAColumnOverlapNowhereAndStayInside) {
  const CourseMap map = course_map(kCourse);
  for (std::size_t a = 0; a < map.places.size(); ++a) {
    EXPECT_GE(map.places[a].y, map.row / 2 - 1e-5f);
    EXPECT_LE(map.places[a].y, 1 - map.row / 2 + 1e-5f);
    for (std::size_t b = 0; b < a; ++b) {
      if (map.places[a].column != map.places[b].column) continue;
      EXPECT_GE(std::abs(map.places[a].y - map.places[b].y), map.row - 1e-5f);
    }
  }
}

TEST(CourseMap, ACircleAndWhatIsNotThereHarmNothing) {
  const std::vector<MapLesson> lessons{{1, {2}}, {2, {1, 2, 77}}, {3, {2, 2}}};
  const CourseMap map = course_map(lessons);
  EXPECT_EQ(map.lines.size(), 2u);
  for (std::size_t i = 0; i < 3; ++i) EXPECT_EQ(map.places[i].column, i);
  EXPECT_TRUE(course_map({}).places.empty());
}

TEST(CourseMap, KeysGoToTheNearestAndStayAtTheEdges) {
  const CourseMap map = course_map(kCourse);
  EXPECT_EQ(neighbour_on(map, 1, MapWay::right), 2u);
  EXPECT_EQ(neighbour_on(map, 2, MapWay::left), 1u) << "2 is in line with 3, 1 is not";
  EXPECT_EQ(neighbour_on(map, 1, MapWay::left), 1u);
  EXPECT_EQ(neighbour_on(map, 7, MapWay::right), 7u);
  const bool first_is_above = map.places[0].y < map.places[1].y;
  EXPECT_EQ(neighbour_on(map, 0, first_is_above ? MapWay::down : MapWay::up), 1u);
}

TEST(CourseMap, TheWayOfALessonIsWhatLeadsToItAndWhatItLeadsTo) {
  const std::vector<MapLesson> lessons{{1, {}}, {2, {1}}, {3, {2}}, {4, {1}}, {5, {}}};
  EXPECT_EQ(on_the_way(course_map(lessons), 1),
            (std::vector<bool>{true, true, true, false, false}));
}

}  // namespace
}  // namespace warplens::lessons
