// What is missing in a lesson or wrong with it, a line each for the person who writes it.
#pragma once

#include <fmt/format.h>

#include <string>
#include <utility>
#include <vector>

#include "app/lessons/lesson.h"

namespace warplens::lessons {

class Complaints {
 public:
  explicit Complaints(const Lesson& lesson) : folder_(lesson.folder.string()) {}

  // "FOLDER/FILE: step 'ID': what".
  template <class... Args>
  void add(std::string_view file, const Step* step, fmt::format_string<Args...> what,
           Args&&... args) {
    const std::string where = step == nullptr ? "" : fmt::format("step '{}': ", step->id);
    lines_.push_back(fmt::format("{}/{}: {}{}", folder_, file, where,
                                 fmt::format(what, std::forward<Args>(args)...)));
  }

  [[nodiscard]] std::vector<std::string> take() { return std::move(lines_); }

 private:
  std::string folder_;
  std::vector<std::string> lines_;
};

}  // namespace warplens::lessons
