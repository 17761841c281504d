#include "app/lessons/lesson_json.h"

#include <algorithm>

#include "app/lessons/lesson_fields.h"

namespace warplens::lessons {
namespace {

using json = SortedJson;

// Files are named after it: the tour's pictures.
std::string lesson_id_of(const json& file) {
  std::string id = text_of(file, "id");
  constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789-_";
  if (id.empty() || id.find_first_not_of(kAllowed) != std::string::npos) {
    bad("\"id\" must be of small letters, digits, - and _");
  }
  return id;
}

// The kernels that conditions hold what is shown against run beside it, too.
void add_rivals(Step& step) {
  for (Condition& condition : step.done) {
    for (Bound& bound : condition.bounds) {
      if (!bound.of) continue;
      bound.rival = step.stage.rivals.size();
      step.stage.rivals.push_back(*bound.of);
    }
  }
}

Step step_of(const json& object) {
  if (!object.is_object()) bad("each step must be an object");
  Step step;
  step.id = text_of(object, "id");
  step.stage = stage_of(object);
  step.file = staged_file_of(object);
  step.scene = scene_of(object);
  if (const json* predict = find_field(object, "predict"))
    step.prediction = prediction_of(*predict);
  // Times are looked up; figures are those of runs.
  if (step.prediction && step.prediction->ranking.figure) {
    step.stage.rivals = step.prediction->ranking.of;
  }
  if (step.prediction && step.prediction->ranking.by_error) {
    step.stage.error_rivals = step.prediction->ranking.of;
  }
  if (step.prediction && step.prediction->asks_errors() && !step.stage.errors) {
    bad("\"predict\" asks about errors: give the step \"errors\"");
  }
  if (step.prediction && step.prediction->timeline && !step.stage.timeline) {
    bad("\"predict\" asks about a host timeline: give the step a \"timeline\"");
  }
  step.highlight = texts_in(object, "highlight", "widget names");
  if (const json* done = find_field(object, "done")) {
    if (!done->is_array()) bad("\"done\" must be a list of conditions");
    for (const json& condition : *done) step.done.push_back(condition_of(condition));
    add_rivals(step);
  }
  return step;
}

Lesson stages_of(const json& file) {
  if (!file.is_object()) bad("not a JSON object");
  Lesson lesson;
  lesson.id = lesson_id_of(file);
  lesson.number = static_cast<int>(count_of(file, "number"));
  lesson.effort = effort_of(file);
  lesson.copies = flag_of(file, "copies", false);
  const json* steps = find_field(file, "steps");
  if (steps == nullptr || !steps->is_array() || steps->empty()) bad("\"steps\" must be a list");
  for (const json& step : *steps) {
    try {
      Step read = step_of(step);
      if (std::ranges::find(lesson.steps, read.id, &Step::id) != lesson.steps.end()) {
        bad("\"id\" is \"{}\", which an earlier step has", read.id);
      }
      lesson.steps.push_back(std::move(read));
    } catch (const BadLesson& error) {
      bad("step {}: {}", lesson.steps.size() + 1, error.what);
    }
  }
  return lesson;
}

}  // namespace

Result<Lesson> parse_stages(std::string_view text) {
  const json file = parse_sorted_json(text);
  if (file.is_discarded()) return fail_in_both("lesson.json is not JSON", "lesson.json 不是 JSON");
  try {
    return stages_of(file);
  } catch (const BadLesson& error) {
    return fail_in_both("lesson.json: {}", "lesson.json：{}", error.what);
  }
}

}  // namespace warplens::lessons
