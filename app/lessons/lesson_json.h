// lesson.json → the stages of a lesson, without their texts; private to this folder.
#pragma once

#include <string_view>

#include "app/lessons/lesson.h"
#include "kernels/base/json_fields.h"

namespace warplens::lessons {

// What could be read, and an error for each step that could not; that is there by its place alone,
// without views.
struct ReadStages {
  Lesson lesson;
  std::vector<std::size_t> lines;  // on which steps begin
  std::vector<Error> wrong;
};
[[nodiscard]] ReadStages read_stages(std::string_view json, session::Features features);

// Parts of a step; what is wrong is kept by their fields.
[[nodiscard]] session::Stage stage_of(const JsonFields& step, session::Features features);
[[nodiscard]] Scene scene_of(const JsonFields& step);
// One of its "done".
[[nodiscard]] Condition condition_of(const JsonFields& fields, session::Features features);
// Its "predict".
[[nodiscard]] Prediction prediction_of(const JsonFields& fields, session::Features features);
// One of session::kSumFigures by its name; likewise.
[[nodiscard]] session::Figure sum_figure_of(const JsonFields& fields, const char* name);

}  // namespace warplens::lessons
