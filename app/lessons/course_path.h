// A way through the course, a file: steps of any lessons in the order in which they are taken, each
// with the minutes that it may have.
//
//   {"version": 1, "id": "class", "title": {"en": "A class", "zh": "一堂课"},
//    "steps": [{"step": "coalescing/sectors", "minutes": 4}, …]}
#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"

namespace warplens::lessons {

struct PathStep {
  std::string step;  // "lesson/step", their ids
  int minutes = 0;
};

struct CoursePath {
  std::string id;
  Both title;
  std::vector<PathStep> steps;  // never empty, none twice

  // From step `first` on.
  [[nodiscard]] int minutes(std::size_t first = 0) const;
  // Where a step stands among them.
  [[nodiscard]] std::optional<std::size_t> place_of(std::string_view step) const;
};

// `name`: of the file, for errors. Errors: it is no path.
Result<CoursePath> parse_path(std::string_view json, std::string_view name);
Result<CoursePath> read_path(const std::filesystem::path& file);
// Those in `folder`, by name of the file. Errors: of the first that is none.
Result<std::vector<CoursePath>> read_paths(const std::filesystem::path& folder);

struct CoursePlace {
  std::size_t lesson = 0, step = 0;
  friend bool operator==(const CoursePlace&, const CoursePlace&) = default;
};

// "lesson/step" of that place, and the place of it.
[[nodiscard]] std::string name_of(std::span<const Lesson> lessons, CoursePlace place);
[[nodiscard]] std::optional<CoursePlace> find_step(std::span<const Lesson> lessons,
                                                   std::string_view step);

// Errors: a step is of none of these lessons.
Result<void> check_path(const CoursePath& path, std::span<const Lesson> lessons);

}  // namespace warplens::lessons
