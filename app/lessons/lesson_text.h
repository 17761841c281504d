// en.md and zh.md cut into the texts of steps; private to this folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"

namespace warplens::lessons {

struct LessonText {
  std::string title;
  std::vector<StepText> steps;
  std::vector<std::size_t> lines;  // of the steps' headings
};

// What could be read; what is missing is added to `wrong`. `file` is named there.
[[nodiscard]] LessonText read_lesson_text(std::string_view markdown, std::string_view file,
                                          std::vector<Error>& wrong);

}  // namespace warplens::lessons
