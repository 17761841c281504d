#include "app/grading/task.h"

#include <filesystem>

#include "app/session/kernel_file.h"

namespace warplens::grading {

using lessons::Condition;

std::string Task::name() const { return lesson->id + "/" + step->id; }

std::string Task::file() const {
  return std::filesystem::path(condition->kernel).filename().string();
}

std::vector<Task> tasks_of(std::span<const lessons::Lesson> lessons) {
  std::vector<Task> tasks;
  for (const lessons::Lesson& lesson : lessons) {
    for (const lessons::Step& step : lesson.steps) {
      for (const Condition& condition : step.done) {
        if (condition.kind == Condition::Kind::judged && session::is_kernel_file(condition.kernel))
          tasks.push_back({&lesson, &step, &condition});
      }
    }
  }
  return tasks;
}

}  // namespace warplens::grading
