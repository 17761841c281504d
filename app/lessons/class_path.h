// The way through the lessons that a class takes in one sitting.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "app/lessons/lesson.h"

namespace warplens::lessons {

// Numbers, in order: warps, coalescing, the corner turn, banks and the two ways out of conflicts.
inline constexpr std::array kClassPath{2, 3, 6, 7, 8, 9};

struct ClassPath {
  std::vector<int> numbers;  // of the lessons that are there
  int minutes = 0;           // as the lessons say
};

[[nodiscard]] inline ClassPath class_path(std::span<const Lesson> lessons) {
  ClassPath path;
  for (const Lesson& lesson : lessons) {
    const auto at = std::ranges::find(kClassPath, lesson.number);
    if (at == kClassPath.end()) continue;
    path.numbers.push_back(lesson.number);
    path.minutes += lesson.effort.minutes;
  }
  return path;
}

}  // namespace warplens::lessons
