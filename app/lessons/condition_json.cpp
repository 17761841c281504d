// A step's "done": what completes it.
#include "app/lessons/lesson_fields.h"
#include "app/lessons/lesson_json.h"

namespace warplens::lessons {
namespace {

Condition shown_condition(const JsonFields& fields) {
  Condition condition{.kind = Condition::Kind::shown};
  condition.kernel = fields.text_or("kernel", "");
  condition.parameters = fields.integers_or_none("parameters");
  condition.file = staged_file_of(fields);
  return condition;
}

Condition compared_condition(const JsonFields& fields) {
  Condition condition{.kind = Condition::Kind::compared};
  condition.kernel = fields.text("kernel");
  condition.with = fields.text("with");
  return condition;
}

Condition occupancy_condition(const JsonFields& fields) {
  Condition condition{.kind = Condition::Kind::occupancy};
  condition.occupancy = occupancy_goal_of(fields);
  return condition;
}

Condition timeline_condition(const JsonFields& fields) {
  Condition condition{.kind = Condition::Kind::timeline};
  condition.timeline = host_timeline_key_of(fields);
  return condition;
}

Condition workshop_condition(const JsonFields& fields) {
  Condition condition{.kind = Condition::Kind::workshop};
  condition.workshop = session::swizzle_goal_of(fields);
  return condition;
}

Condition motion_condition(const JsonFields& fields) {
  Condition condition{.kind = Condition::Kind::motion};
  condition.motion = session::motion_goal_of(fields);
  return condition;
}

Condition errors_condition(const JsonFields& fields) {
  Condition condition{.kind = Condition::Kind::errors};
  condition.errors = session::error_goal_of(fields);
  return condition;
}

Condition span_condition(const JsonFields& fields) {
  Condition condition{.kind = Condition::Kind::span};
  condition.span = {fields.choice<timing::Track>("track", timing::kTrackNames),
                    fields.choice<timing::Action>("action", timing::kActionNames)};
  return condition;
}

// Against another kernel's figure, in percent of it.
void read_bound_of_kernel(const JsonFields& fields, Bound& bound) {
  if (bound.place) fields.wrong(tr("a place on a roofline is \"of\" no kernel"));
  bound.of = named_kernel_of(fields.at("of"));
  bound.at_most = count_of(fields, "at_most_percent");
  if (*bound.at_most < 100)
    fields.wrong(tr("a figure \"of\" a kernel needs \"at_most_percent\", from 100"));
}

Bound bound_of(const JsonFields& fields) {
  Bound bound;
  bound.place = roofline_figure_named(fields.text("figure"));
  bound.side = count_of(fields, "side");
  if (!bound.place) bound.figure = sum_figure_of(fields, "figure");
  if (bound.place && bound.side == 0) fields.wrong(tr("a place on a roofline needs a \"side\""));
  if (fields.has("of")) {
    read_bound_of_kernel(fields, bound);
    return bound;
  }
  bound.at_most = fields.find_integer<std::int64_t>("at_most");
  bound.at_least = fields.find_integer<std::int64_t>("at_least");
  if (bound.at_most.has_value() == bound.at_least.has_value())
    fields.wrong(tr("a figure of \"all\" needs \"at_most\" or \"at_least\""));
  return bound;
}

Condition judged_condition(const JsonFields& fields) {
  Condition condition{.kind = Condition::Kind::judged};
  condition.kernel = fields.text_or("kernel", "");
  for (const JsonFields& each : fields.list("all")) condition.bounds.push_back(bound_of(each));
  if (condition.bounds.empty())
    fields.wrong(tr("\"all\" is empty: list figures with a bound each"));
  if (const auto example = fields.find("example")) {
    condition.example = named_kernel_of(*example);
    condition.file = staged_file_of(*example);
  }
  condition.entry = fields.text_or("entry", "");
  condition.parameters = fields.integers_or_none("parameters");
  return condition;
}

Condition judged_timeline_condition(const JsonFields& fields) {
  Condition condition{.kind = Condition::Kind::judged_timeline};
  condition.timeline_bound = {
      fields.choice<timing::TimelineFigure>("figure", timing::kTimelineFigureNames),
      count_of(fields, "at_least")};
  condition.timeline = host_timeline_key_of(fields.at("example"));
  return condition;
}

}  // namespace

Condition condition_of(const JsonFields& fields) {
  const auto members = fields.members();
  if (members.size() != 1) {
    fields.wrong(tr("a condition is an object with one name"));
    return {};
  }
  const auto& [kind, value] = members.front();
  if (kind == "answered") return {.kind = Condition::Kind::answered};
  if (kind == "moved") return {.kind = Condition::Kind::moved};
  if (kind == "played")
    return {.kind = Condition::Kind::played, .events = count_of(fields, "played")};
  if (kind == "reached") return {.kind = Condition::Kind::reached, .place = anchor_of(value)};
  if (kind == "shown") return shown_condition(value);
  if (kind == "compared") return compared_condition(value);
  if (kind == "cache") return {.kind = Condition::Kind::cache, .cache = cache_of(fields)};
  if (kind == "occupancy") return occupancy_condition(value);
  if (kind == "timeline") return timeline_condition(value);
  if (kind == "span") return span_condition(value);
  if (kind == "judged") return judged_condition(value);
  if (kind == "judged_timeline") return judged_timeline_condition(value);
  if (kind == "workshop") return workshop_condition(value);
  if (kind == "motion") return motion_condition(value);
  if (kind == "errors") return errors_condition(value);
  fields.wrong(
      tr("condition \"{}\" is none of answered, moved, played, reached, shown, compared, cache, "
         "occupancy, timeline, span, judged, judged_timeline, workshop, motion, errors",
         kind));
  return {};
}

}  // namespace warplens::lessons
