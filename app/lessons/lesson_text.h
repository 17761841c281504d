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
};

// `file` is named in errors.
[[nodiscard]] Result<LessonText> parse_lesson_text(std::string_view markdown,
                                                   std::string_view file);

}  // namespace warplens::lessons
