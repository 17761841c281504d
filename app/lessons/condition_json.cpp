// A step's "done": what completes it.
#include "app/lessons/lesson_fields.h"
#include "app/lessons/lesson_json.h"

namespace warplens::lessons {
namespace {

Condition shown_condition(const SortedJson& value) {
  Condition condition{.kind = Condition::Kind::shown};
  condition.kernel = text_of(value, "kernel", false);
  condition.parameters = parameters_of(value);
  condition.file = staged_file_of(value);
  return condition;
}

Condition compared_condition(const SortedJson& value) {
  Condition condition{.kind = Condition::Kind::compared};
  condition.kernel = text_of(value, "kernel");
  condition.with = text_of(value, "with");
  return condition;
}

session::SpanKey span_key_of(const SortedJson& object) {
  if (!object.is_object()) bad("\"span\" must be an object with a track and an action");
  return {place_in<timing::Track>(object, "track", timing::kTrackNames),
          place_in<timing::Action>(object, "action", timing::kActionNames)};
}

Condition occupancy_condition(const SortedJson& value) {
  Condition condition{.kind = Condition::Kind::occupancy};
  condition.occupancy = taken(occupancy_goal_of(value));
  return condition;
}

Condition timeline_condition(const SortedJson& value) {
  Condition condition{.kind = Condition::Kind::timeline};
  condition.timeline = host_timeline_key_of(value);
  return condition;
}

Condition workshop_condition(const SortedJson& value) {
  Condition condition{.kind = Condition::Kind::workshop};
  condition.workshop = taken(session::swizzle_goal_of(value));
  return condition;
}

Condition motion_condition(const SortedJson& value) {
  Condition condition{.kind = Condition::Kind::motion};
  condition.motion = taken(session::motion_goal_of(value));
  return condition;
}

Condition errors_condition(const SortedJson& value) {
  Condition condition{.kind = Condition::Kind::errors};
  condition.errors = taken(session::error_goal_of(value));
  return condition;
}

Condition span_condition(const SortedJson& value) {
  Condition condition{.kind = Condition::Kind::span};
  condition.span = span_key_of(value);
  return condition;
}

Bound bound_of(const SortedJson& object) {
  if (!object.is_object()) bad("\"all\" must be a list of figures with a bound each");
  Bound bound;
  bound.place = roofline_figure_named(text_of(object, "figure"));
  bound.side = count_of(object, "side");
  if (!bound.place) bound.figure = sum_figure_of(object, "figure");
  if (bound.place && bound.side == 0) bad("a place on a roofline needs a \"side\"");
  if (const SortedJson* of = find_field(object, "of")) {
    if (bound.place) bad("a place on a roofline is \"of\" no kernel");
    bound.of = named_kernel_of(*of, "of");
    bound.at_most = count_of(object, "at_most_percent");
    if (*bound.at_most < 100) bad("a figure \"of\" a kernel needs \"at_most_percent\", from 100");
    return bound;
  }
  for (const auto& [name, side] :
       {std::pair{"at_most", &bound.at_most}, std::pair{"at_least", &bound.at_least}}) {
    const SortedJson* value = find_field(object, name);
    if (value == nullptr) continue;
    if (!value->is_number_integer()) bad("\"{}\" must be a whole number", name);
    *side = value->get<std::int64_t>();
  }
  if (bound.at_most.has_value() == bound.at_least.has_value()) {
    bad("a figure of \"all\" needs \"at_most\" or \"at_least\"");
  }
  return bound;
}

Condition judged_condition(const SortedJson& value) {
  Condition condition{.kind = Condition::Kind::judged};
  condition.kernel = text_of(value, "kernel", false);
  const SortedJson* all = find_field(value, "all");
  if (all == nullptr || !all->is_array() || all->empty()) {
    bad("\"judged\" needs \"all\": a list of figures with a bound each");
  }
  for (const SortedJson& each : *all) condition.bounds.push_back(bound_of(each));
  if (const SortedJson* example = find_field(value, "example")) {
    condition.example = named_kernel_of(*example, "example");
    condition.file = staged_file_of(*example);
  }
  condition.entry = text_of(value, "entry", false);
  condition.parameters = parameters_of(value);
  return condition;
}

Condition judged_timeline_condition(const SortedJson& value) {
  Condition condition{.kind = Condition::Kind::judged_timeline};
  condition.timeline_bound = {
      place_in<timing::TimelineFigure>(value, "figure", timing::kTimelineFigureNames),
      count_of(value, "at_least")};
  const SortedJson* example = find_field(value, "example");
  if (example == nullptr) bad("\"judged_timeline\" needs an \"example\": a run that meets it");
  condition.timeline = host_timeline_key_of(*example);
  return condition;
}

}  // namespace

Condition condition_of(const SortedJson& object) {
  if (!object.is_object() || object.size() != 1) bad("a condition is an object with one name");
  const std::string kind = object.begin().key();
  const SortedJson& value = object.begin().value();
  if (kind == "answered") return {.kind = Condition::Kind::answered};
  if (kind == "moved") return {.kind = Condition::Kind::moved};
  if (kind == "played") {
    return {.kind = Condition::Kind::played, .events = count_of(object, "played")};
  }
  if (kind == "reached") return {.kind = Condition::Kind::reached, .place = anchor_of(value)};
  if (kind == "shown" && value.is_object()) return shown_condition(value);
  if (kind == "compared" && value.is_object()) return compared_condition(value);
  if (kind == "cache") return {.kind = Condition::Kind::cache, .cache = cache_of(object)};
  if (kind == "occupancy") return occupancy_condition(value);
  if (kind == "timeline") return timeline_condition(value);
  if (kind == "span") return span_condition(value);
  if (kind == "judged" && value.is_object()) return judged_condition(value);
  if (kind == "judged_timeline" && value.is_object()) return judged_timeline_condition(value);
  if (kind == "workshop") return workshop_condition(value);
  if (kind == "motion") return motion_condition(value);
  if (kind == "errors") return errors_condition(value);
  bad("condition \"{}\" is none of answered, moved, played, reached, shown, compared, cache, "
      "occupancy, timeline, span, judged, judged_timeline, workshop, motion, errors",
      kind);
}

}  // namespace warplens::lessons
