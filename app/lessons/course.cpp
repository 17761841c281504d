#include "app/lessons/course.h"

#include <algorithm>
#include <cmath>

#include "app/lessons/lesson_file.h"
#include "app/session/kernel_result.h"
#include "app/session/kernel_roofline.h"
#include "app/session/session.h"

namespace warplens::lessons {
namespace {

bool has_sizes(const catalog::Parameters& now, const catalog::Parameters& wanted) {
  return std::ranges::all_of(wanted, [&](const auto& each) {
    const auto it = now.find(each.first);
    return it != now.end() && it->second == each.second;
  });
}

bool matches(const session::Selection& selection, const Condition& condition) {
  if (!condition.kernel.empty() && !is_kernel(selection.kernel, condition.kernel)) return false;
  return has_sizes(selection.parameters, condition.parameters);
}

bool is_pair(const session::Choice& pair, const Condition& condition) {
  if (!pair.right) return false;
  const std::string& left = pair.left.kernel;
  const std::string& right = pair.right->kernel;
  return (left == condition.kernel && right == condition.with) ||
         (left == condition.with && right == condition.kernel);
}

bool is_at(const session::VisitedPlace& place, const session::Anchor& wanted) {
  return place.space == wanted.space && place.kind == wanted.kind &&
         place.line.find(wanted.marker) != std::string::npos;
}

// Of a result that was shown, by its place among them.
bool is_judged_well(const session::Session& session, std::size_t shown,
                    const Condition& condition) {
  const session::Activity& activity = session.activity();
  // This one has the sizes of a file's launch among its parameters.
  if (!matches(activity.shown.at(shown), condition)) return false;
  if (!condition.entry.empty() && activity.sums[shown].entry != condition.entry) return false;
  return std::ranges::all_of(condition.bounds, [&](const Bound& bound) {
    const auto value = judged_value(bound, session, shown);
    const auto most = most_of(bound, session);
    if (!value || (bound.at_most && (!most || *value > *most))) return false;
    return !bound.at_least || *value >= *bound.at_least;
  });
}

bool is_judged_by_trace(const session::Session& session, const Condition& condition) {
  for (std::size_t i = 0; i < session.activity().sums.size(); ++i) {
    if (is_judged_well(session, i, condition)) return true;
  }
  return false;
}

bool is_met(const Condition& condition, const session::Session& session) {
  const session::Activity& activity = session.activity();
  switch (condition.kind) {
    case Condition::Kind::answered:
      return activity.answer.has_value();
    case Condition::Kind::moved:
      return activity.moved;
    case Condition::Kind::played:
      return activity.played >= condition.events;
    case Condition::Kind::reached:
      return std::ranges::any_of(activity.visited, [&](const session::VisitedPlace& place) {
        return is_at(place, condition.place);
      });
    case Condition::Kind::compared:
      return std::ranges::any_of(
          activity.compared, [&](const session::Choice& pair) { return is_pair(pair, condition); });
    case Condition::Kind::shown:
      return std::ranges::any_of(activity.shown, [&](const session::Selection& selection) {
        return matches(selection, condition);
      });
    case Condition::Kind::judged:
      return is_judged_by_trace(session, condition);
    case Condition::Kind::feature:
      return condition.goal && condition.goal->is_met(session);
  }
  return false;
}

// The side that shows the condition's kernel.
std::optional<session::Side> side_of(const Condition& condition, const session::Session& session) {
  for (const session::Side side : session::kSides) {
    if (!session.choice().has(side)) continue;
    if (condition.kernel.empty() || session.selection(side).kernel == condition.kernel) return side;
  }
  return std::nullopt;
}

void add_controls(std::vector<std::string>& controls, const Condition& condition,
                  const session::Session& session) {
  const auto side = side_of(condition, session);
  if (!side) {
    controls.emplace_back(session.is_comparing() ? "right.control.variant" : "control.variant");
    return;
  }
  const catalog::Parameters& now = session.selection(*side).parameters;
  for (const auto& [name, wanted] : condition.parameters) {
    const auto it = now.find(name);
    if (it == now.end() || it->second != wanted) controls.push_back("control." + name);
  }
}

}  // namespace

std::optional<std::int64_t> judged_value(const Bound& bound, const session::Session& session,
                                         std::size_t shown) {
  const session::Activity& activity = session.activity();
  if (!bound.measure) return activity.sums.at(shown).sums.at(bound.figure);
  const session::Selection& selection = activity.shown.at(shown);
  const auto values = bound.measure->values(
      session,
      {session::kernel_on_stage(session.families(), selection.kernel, selection.parameters)});
  if (!values) return std::nullopt;
  return std::llround(values->front() / bound.measure->unit());
}

std::optional<std::int64_t> most_of(const Bound& bound, const session::Session& session) {
  if (!bound.of || !bound.at_most) return bound.at_most;
  const std::vector<session::Sums>* compared_kernels = session.compared_sums();
  if (compared_kernels == nullptr || bound.compared >= compared_kernels->size())
    return std::nullopt;
  return (*compared_kernels)[bound.compared].at(bound.figure) * *bound.at_most / 100;
}

Result<void> enter(const Step& step, session::Session& session, const std::filesystem::path& copy) {
  if (step.file.path.empty()) return session.set_stage(step.stage);
  session::Stage stage = step.stage;
  if (!copy.empty()) stage.kernel = copy.string();
  stage.own = step.file.own;
  return session.set_stage(stage);
}

bool is_challenge(const Step& step) {
  return std::ranges::any_of(step.done, [](const Condition& condition) {
    return condition.kind == Condition::Kind::judged ||
           (condition.kind == Condition::Kind::feature && condition.goal->judges());
  });
}

bool is_done(const Step& step, const session::Session& session) {
  if (!session.activity().start) return false;  // the stage's result is not there yet
  return std::ranges::all_of(
      step.done, [&](const Condition& condition) { return is_met(condition, session); });
}

std::optional<std::int64_t> expected_answer(const Step& step, const session::Session& session) {
  if (!step.prediction) return std::nullopt;
  return expected_answer(*step.prediction, session, step.stage);
}

void answer(const Step& step, std::int64_t value, session::Session& session) {
  const auto expected = expected_answer(step, session);
  if (!expected) return;
  session.answer(value, *expected);
  if (!step.prediction->at) return;
  if (const auto at = session::find_event(*session.result(), *step.prediction->at)) {
    session.seek(at->event);
  }
}

bool lacks_recording(const Step& step, const session::Session& session) {
  return session.lacks(step.stage) ||
         std::ranges::any_of(step.done, [&](const Condition& condition) {
           return condition.goal && condition.goal->is_missing(session);
         });
}

bool hides_costs(const Step& step, const session::Session& session) {
  return step.prediction.has_value() && !session.activity().answer.has_value();
}

std::vector<std::string> controls_to_set(const Step& step, const session::Session& session) {
  std::vector<std::string> controls;
  for (const Condition& condition : step.done) {
    if (is_met(condition, session)) continue;
    if (condition.kind == Condition::Kind::shown && condition.file.path.empty())
      add_controls(controls, condition, session);
    if (!condition.goal) continue;
    for (std::string& each : condition.goal->controls(session)) controls.push_back(std::move(each));
  }
  return controls;
}

std::vector<std::string> highlights(const Step& step, const session::Session& session) {
  if (!step.prediction || hides_costs(step, session)) return step.highlight;
  std::vector<std::string> controls = controls_to_set(step, session);
  return controls.empty() ? step.highlight : controls;
}

}  // namespace warplens::lessons
