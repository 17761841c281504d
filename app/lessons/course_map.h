// Lessons as a map: each stands in a column to the right of all that it needs, a line leads to it
// from each of them. What another need already includes has no line of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace warplens::lessons {

struct MapLesson {
  int number = 0;
  std::vector<int> needs;  // numbers; those of lessons that are not on the map count for nothing
};

// A line from a lesson to one that needs it. In columns between them it passes at `between`.
struct MapLine {
  std::size_t from = 0, to = 0;  // of the lessons that were given
  std::vector<float> between;    // as MapPlace::y, from the left
};

struct MapPlace {
  std::size_t column = 0;
  float y = 0;  // the middle, from 0 at the top to 1
};

struct CourseMap {
  std::size_t columns = 0;
  float row = 0;                 // of the height, what a lesson has at least
  std::vector<MapPlace> places;  // of each lesson
  std::vector<MapLine> lines;
};

// Of lessons that need each other in a circle the first one's need is left out.
[[nodiscard]] CourseMap course_map(std::span<const MapLesson> lessons);

enum class MapWay : std::uint8_t { left, right, up, down };

// Where a person gets from `from`: along its column to the nearest one; to the left and right first
// along a line, else to the nearest one of the next column. `from` where there is none.
[[nodiscard]] std::size_t neighbour_on(const CourseMap& map, std::size_t from, MapWay way);

// True for `lesson`, for all that comes before it, and for all that it leads to.
[[nodiscard]] std::vector<bool> on_the_way(const CourseMap& map, std::size_t lesson);

}  // namespace warplens::lessons
