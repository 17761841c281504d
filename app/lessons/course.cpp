#include "app/lessons/course.h"

#include <algorithm>
#include <cmath>

#include "app/lessons/lesson_file.h"
#include "app/session/choice/host_timeline_choice.h"

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

// Of the runs that were on screen.
bool is_judged_well(const session::Session& session, const Condition& condition) {
  const auto& timelines = session.activity().timelines;
  return std::ranges::any_of(timelines, [&](const session::HostTimelineKey& shown) {
    const timing::TimelineRun* run =
        session.timeline() ? session.timeline()->find(shown.scenario, shown.bytes) : nullptr;
    const TimelineBound& bound = condition.timeline_bound;
    return run != nullptr && timing::figure(*run, bound.figure) >= bound.at_least;
  });
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
    case Condition::Kind::cache:
      return activity.caches.contains(condition.cache);
    case Condition::Kind::occupancy:
      return has_met(activity, condition.occupancy);
    case Condition::Kind::workshop:
      return std::ranges::any_of(activity.swizzles, [&](const session::SeenSwizzle& seen) {
        return session::meets(seen, condition.workshop);
      });
    case Condition::Kind::motion:
      return std::ranges::any_of(activity.motions, [&](const session::SeenMotion& seen) {
        return session::meets(seen, condition.motion);
      });
    case Condition::Kind::errors:
      return std::ranges::any_of(activity.errors, [&](const session::SeenErrors& seen) {
        return session::meets(seen, condition.errors);
      });
    case Condition::Kind::timeline:
      return activity.timelines.contains(condition.timeline);
    case Condition::Kind::span:
      return activity.spans.contains(condition.span);
    case Condition::Kind::judged:
      return is_judged_by_trace(session, condition);
    case Condition::Kind::judged_timeline:
      return is_judged_well(session, condition);
  }
  return false;
}

// The run that a step about a host timeline asks about: its scenario at the size on screen.
const timing::TimelineRun* asked_run(const Step& step, const session::Session& session) {
  if (!step.stage.timeline || !session.timeline()) return nullptr;
  return session.timeline()->find(step.stage.timeline->scenario,
                                  session.chosen<session::HostTimelineChoice>().bytes);
}

void add_controls(std::vector<std::string>& controls, const session::HostTimelineKey& wanted,
                  const session::HostTimelineChoice& now) {
  if (now.scenario != wanted.scenario) controls.emplace_back("host_timeline.scenario");
  if (now.bytes != wanted.bytes) controls.emplace_back("host_timeline.bytes");
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
  if (!bound.place) return activity.sums.at(shown).sums.at(bound.figure);
  const session::Selection& selection = activity.shown.at(shown);
  const auto value = session.roofline_figure(
      session::kernel_on_stage(session.families(), selection.kernel, selection.parameters),
      bound.side, *bound.place);
  if (!value) return std::nullopt;
  const bool is_share = *bound.place == session::RooflineFigure::roof_share;
  return std::llround(*value * (is_share ? 100 : 1000));
}

std::optional<std::int64_t> most_of(const Bound& bound, const session::Session& session) {
  if (!bound.of || !bound.at_most) return bound.at_most;
  const std::vector<session::Sums>* rivals = session.rival_sums();
  if (rivals == nullptr || bound.rival >= rivals->size()) return std::nullopt;
  return (*rivals)[bound.rival].at(bound.figure) * *bound.at_most / 100;
}

Result<void> enter(const Step& step, session::Session& session, const std::filesystem::path& copy) {
  if (step.file.path.empty()) return session.set_stage(step.stage);
  session::Stage stage = step.stage;
  if (!copy.empty()) stage.kernel = copy.string();
  stage.own = step.file.own;
  return session.set_stage(stage);
}

bool is_done(const Step& step, const session::Session& session) {
  if (!session.activity().start) return false;  // the stage's result is not there yet
  return std::ranges::all_of(
      step.done, [&](const Condition& condition) { return is_met(condition, session); });
}

std::optional<std::int64_t> expected_answer(const Step& step, const session::Session& session) {
  if (!step.prediction) return std::nullopt;
  return expected_answer(*step.prediction, session, asked_run(step, session));
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

bool lacks_timeline(const Step& step, const session::Session& session) {
  if (!step.stage.timeline) return false;
  const auto has = [&](const session::HostTimelineKey& place) {
    return session.timeline() && session.timeline()->find(place.scenario, place.bytes) != nullptr;
  };
  if (!has({step.stage.timeline->scenario, step.stage.timeline->bytes})) return true;
  return !std::ranges::all_of(step.done, [&](const Condition& condition) {
    const bool asks_run = condition.kind == Condition::Kind::timeline ||
                          condition.kind == Condition::Kind::judged_timeline;
    return !asks_run || has(condition.timeline);
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
    if (condition.kind == Condition::Kind::cache) controls.emplace_back("cache_view.preset");
    if (condition.kind == Condition::Kind::occupancy) {
      add_controls(controls, condition.occupancy, session);
    }
    if (condition.kind == Condition::Kind::timeline) {
      add_controls(controls, condition.timeline, session.chosen<session::HostTimelineChoice>());
    }
  }
  return controls;
}

std::vector<std::string> highlights(const Step& step, const session::Session& session) {
  if (!step.prediction || hides_costs(step, session)) return step.highlight;
  std::vector<std::string> controls = controls_to_set(step, session);
  return controls.empty() ? step.highlight : controls;
}

}  // namespace warplens::lessons
