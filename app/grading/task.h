// What is graded of lessons: each step whose "judged" is about a kernel file of the lesson.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "app/lessons/lesson.h"

namespace warplens::grading {

// Points into the lessons, which live as long.
struct Task {
  const lessons::Lesson* lesson = nullptr;
  const lessons::Step* step = nullptr;
  const lessons::Condition* condition = nullptr;  // the judged one

  [[nodiscard]] std::string name() const;  // "doubles/mend", by ids
  // The file's name, as students hand it in: "doubles.cu".
  [[nodiscard]] std::string file() const;
};

[[nodiscard]] std::vector<Task> tasks_of(std::span<const lessons::Lesson> lessons);

}  // namespace warplens::grading
