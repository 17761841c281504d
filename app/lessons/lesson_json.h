// lesson.json → the stages of a lesson, without their texts; private to this folder.
#pragma once

#include <string_view>

#include "app/lessons/lesson.h"
#include "kernels/base/json.h"

namespace warplens::lessons {

[[nodiscard]] Result<Lesson> parse_stages(std::string_view json);

// A step's "predict". Throws a BadLesson (lesson_fields.h).
[[nodiscard]] Prediction prediction_of(const SortedJson& object);
// One of session::kSumFigures by its name; likewise.
[[nodiscard]] session::Figure sum_figure_of(const SortedJson& object, const char* name);

}  // namespace warplens::lessons
