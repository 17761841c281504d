// Lessons that are not written yet, so that whoever looks for their subject learns that they will
// be: assets/lessons/planned.json, a list of
//
//   {"number": 12, "minutes": 20, "needs": [2, 7], "title": {"en": …, "zh": …}, "about": {"en": …,
//   "zh": …}}
#pragma once

#include <filesystem>
#include <span>
#include <string_view>
#include <vector>

#include "app/lessons/lesson.h"

namespace warplens::lessons {

struct PlannedLesson {
  int number = 0;
  Effort effort;
  Text title, about;  // a sentence without its stop
};

// By number. Errors name the entry and what to mend.
[[nodiscard]] Result<std::vector<PlannedLesson>> parse_planned(std::string_view json);
// Those of `folder` whose number no lesson has yet; none where there is no such file.
[[nodiscard]] Result<std::vector<PlannedLesson>> load_planned(const std::filesystem::path& folder,
                                                              std::span<const Lesson> lessons);

// Those whose title or subject contains `words` in either language; none for a text of blanks.
[[nodiscard]] std::vector<std::size_t> search_planned(std::span<const PlannedLesson> planned,
                                                      std::string_view words);

}  // namespace warplens::lessons
