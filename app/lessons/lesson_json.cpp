#include "app/lessons/lesson_json.h"

#include <algorithm>

#include "app/lessons/json_lines.h"
#include "app/lessons/lesson_fields.h"
#include "app/session/errors/error_choice.h"
#include "kernels/base/json.h"

namespace warplens::lessons {
namespace {

// Files are named after it: the tour's pictures.
std::string lesson_id_of(const JsonFields& fields) {
  std::string id = fields.text("id");
  constexpr std::string_view kAllowed = "abcdefghijklmnopqrstuvwxyz0123456789-_";
  if (id.empty() || id.find_first_not_of(kAllowed) != std::string::npos)
    fields.wrong(tr("\"id\" must be of small letters, digits, - and _"));
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

// What a prediction asks about has to be on the stage.
void check_asked(const JsonFields& fields, const Step& step) {
  if (!step.prediction) return;
  if (step.prediction->asks_errors() && !step.stage.features.has<session::ErrorChoice>())
    fields.wrong(tr("\"predict\" asks about errors: give the step \"errors\""));
  if (step.prediction->timeline && !step.stage.timeline)
    fields.wrong(tr("\"predict\" asks about a host timeline: give the step a \"timeline\""));
}

Step step_of(const JsonFields& fields) {
  Step step;
  step.id = fields.text("id");
  step.stage = stage_of(fields);
  step.file = staged_file_of(fields);
  step.scene = scene_of(fields);
  if (const auto predict = fields.find("predict")) step.prediction = prediction_of(*predict);
  // Times are looked up; figures are those of runs.
  if (step.prediction && step.prediction->ranking.figure) {
    step.stage.rivals = step.prediction->ranking.of;
  }
  if (step.prediction && step.prediction->ranking.by_error) {
    step.stage.error_rivals = step.prediction->ranking.of;
  }
  check_asked(fields, step);
  step.highlight = fields.texts_or_none("highlight");
  for (const JsonFields& condition : fields.list_or_none("done"))
    step.done.push_back(condition_of(condition));
  add_rivals(step);
  return step;
}

Step checked_step(const JsonFields& fields, const std::vector<Step>& earlier) {
  Step step = step_of(fields);
  if (std::ranges::find(earlier, step.id, &Step::id) != earlier.end())
    fields.wrong(tr("\"id\" is \"{}\", which an earlier step has", step.id));
  return step;
}

Error wrong_at(std::size_t line, const Text& what) {
  return {tr("lesson.json:{}: {}", line, what)};
}

// Each step has its own errors: one of them does not hide the next one's.
void read_steps(const JsonFields& lesson, ReadStages& read) {
  for (const JsonFields& step : lesson.list("steps")) {
    const std::size_t place = read.lesson.steps.size();
    const JsonFields fields = step.apart("");
    Result<Step> made = fields.finish(checked_step(fields, read.lesson.steps));
    read.lesson.steps.push_back(made.has_value() ? std::move(*made) : Step());
    if (made.has_value()) continue;
    const std::size_t line = place < read.lines.size() ? read.lines[place] : 1;
    read.wrong.push_back(wrong_at(line, tr("step {}: {}", place + 1, made.error().message)));
  }
  if (read.lesson.steps.empty()) lesson.wrong(tr("\"steps\" must be a list with a step"));
}

void read_lesson(const JsonFields& fields, ReadStages& read) {
  read.lesson.id = lesson_id_of(fields);
  read.lesson.number = static_cast<int>(count_of(fields, "number"));
  read.lesson.effort = effort_of(fields);
  read.lesson.copies = fields.flag_or("copies", false);
  if (!fields.error()) read_steps(fields, read);
  if (fields.error()) read.wrong.push_back(wrong_at(1, fields.error()->message));
}

}  // namespace

ReadStages read_stages(std::string_view text) {
  ReadStages read;
  const auto fields = JsonFields::parse(text);
  if (!fields) {
    const std::size_t line = line_at(text, json_error_at(text));
    read.wrong.push_back({tr("lesson.json:{}: this is not JSON", line)});
    return read;
  }
  read.lines = lines_of_elements(text, "steps");
  read_lesson(*fields, read);
  return read;
}

}  // namespace warplens::lessons
