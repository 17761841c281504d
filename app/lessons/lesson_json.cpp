#include "app/lessons/lesson_json.h"

#include <algorithm>

#include "app/lessons/json_lines.h"
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

Error wrong_at(std::size_t line, std::string_view what) {
  return {tr("lesson.json:{}: {}", line, what)};
}

Step checked_step(const json& object, const std::vector<Step>& earlier) {
  Step step = step_of(object);
  if (std::ranges::find(earlier, step.id, &Step::id) != earlier.end()) {
    bad("\"id\" is \"{}\", which an earlier step has", step.id);
  }
  return step;
}

const json& steps_in(const json& file) {
  const json* steps = find_field(file, "steps");
  if (steps == nullptr || !steps->is_array() || steps->empty()) bad("\"steps\" must be a list");
  return *steps;
}

void read_steps(const json& steps, ReadStages& read) {
  for (const json& step : steps) {
    const std::size_t place = read.lesson.steps.size();
    try {
      read.lesson.steps.push_back(checked_step(step, read.lesson.steps));
    } catch (const BadLesson& error) {
      const std::size_t line = place < read.lines.size() ? read.lines[place] : 1;
      read.wrong.push_back(wrong_at(line, fmt::format("step {}: {}", place + 1, error.what)));
      read.lesson.steps.emplace_back();
    }
  }
}

void read_lesson(const json& file, ReadStages& read) {
  if (!file.is_object()) bad("not a JSON object");
  read.lesson.id = lesson_id_of(file);
  read.lesson.number = static_cast<int>(count_of(file, "number"));
  read.lesson.effort = effort_of(file);
  read.lesson.copies = flag_of(file, "copies", false);
  read_steps(steps_in(file), read);
}

}  // namespace

ReadStages read_stages(std::string_view text) {
  ReadStages read;
  const json file = parse_sorted_json(text);
  if (file.is_discarded()) {
    const std::size_t line = line_at(text, json_error_at(text));
    read.wrong.push_back({tr("lesson.json:{}: this is not JSON", line)});
    return read;
  }
  read.lines = lines_of_elements(text, "steps");
  try {
    read_lesson(file, read);
  } catch (const BadLesson& error) {
    read.wrong.push_back(wrong_at(1, error.what));
  }
  return read;
}

}  // namespace warplens::lessons
