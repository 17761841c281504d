#include "app/lessons/lesson_json.h"

#include <algorithm>

#include "app/lessons/json_lines.h"
#include "app/lessons/lesson_fields.h"
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
void add_compared(Step& step) {
  for (Condition& condition : step.done) {
    for (Bound& bound : condition.bounds) {
      if (!bound.of) continue;
      bound.compared = step.stage.compared_kernels.size();
      step.stage.compared_kernels.push_back(*bound.of);
    }
  }
}

// Figures are those of runs; what else kernels are compared by says itself what it needs.
void prepare_ranking(const Ranking& ranking, session::Stage& stage) {
  if (ranking.figure) stage.compared_kernels = ranking.of;
  if (ranking.measure) ranking.measure->prepare(stage, ranking.of);
}

// What a prediction asks about has to be on the stage.
void check_asked(const JsonFields& fields, const Step& step) {
  if (!step.prediction) return;
  const session::AskedPtr& asked = step.prediction->asked;
  const session::MeasurePtr& measure = step.prediction->ranking.measure;
  const auto missing = asked     ? asked->missing(step.stage)
                       : measure ? measure->missing(step.stage)
                                 : std::nullopt;
  if (missing) fields.wrong(*missing);
}

Step step_of(const JsonFields& fields, session::Features features) {
  Step step;
  step.id = fields.text("id");
  step.stage = stage_of(fields, features);
  step.file = staged_file_of(fields);
  step.scene = scene_of(fields);
  if (const auto predict = fields.find("predict"))
    step.prediction = prediction_of(*predict, features);
  if (step.prediction) prepare_ranking(step.prediction->ranking, step.stage);
  check_asked(fields, step);
  step.is_extra = fields.flag_or("extra", false);
  step.highlight = fields.texts_or_none("highlight");
  for (const JsonFields& condition : fields.list_or_none("done"))
    step.done.push_back(condition_of(condition, features));
  add_compared(step);
  return step;
}

Step checked_step(const JsonFields& fields, const std::vector<Step>& earlier,
                  session::Features features) {
  Step step = step_of(fields, features);
  if (std::ranges::find(earlier, step.id, &Step::id) != earlier.end())
    fields.wrong(tr("\"id\" is \"{}\", which an earlier step has", step.id));
  return step;
}

Error wrong_at(std::size_t line, const Text& what) {
  return {tr("lesson.json:{}: {}", line, what)};
}

// Each step has its own errors: one of them does not hide the next one's.
void read_steps(const JsonFields& lesson, ReadStages& read, session::Features features) {
  for (const JsonFields& step : lesson.list("steps")) {
    const std::size_t place = read.lesson.steps.size();
    const JsonFields fields = step.apart("");
    Result<Step> made = fields.finish(checked_step(fields, read.lesson.steps, features));
    read.lesson.steps.push_back(made.has_value() ? std::move(*made) : Step());
    if (made.has_value()) continue;
    const std::size_t line = place < read.lines.size() ? read.lines[place] : 1;
    read.wrong.push_back(wrong_at(line, tr("step {}: {}", place + 1, made.error().message)));
  }
  if (read.lesson.steps.empty()) lesson.wrong(tr("\"steps\" must be a list with a step"));
}

void read_lesson(const JsonFields& fields, ReadStages& read, session::Features features) {
  read.lesson.id = lesson_id_of(fields);
  read.lesson.number = static_cast<int>(count_of(fields, "number"));
  read.lesson.effort = effort_of(fields);
  if (!fields.error()) read_steps(fields, read, features);
  if (fields.error()) read.wrong.push_back(wrong_at(1, fields.error()->message));
}

}  // namespace

ReadStages read_stages(std::string_view text, session::Features features) {
  ReadStages read;
  const auto fields = JsonFields::parse(text);
  if (!fields) {
    const std::size_t line = line_at(text, json_error_at(text));
    read.wrong.push_back({tr("lesson.json:{}: this is not JSON", line)});
    return read;
  }
  read.lines = lines_of_elements(text, "steps");
  read_lesson(*fields, read, features);
  return read;
}

}  // namespace warplens::lessons
