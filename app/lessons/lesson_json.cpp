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

bool flag_of(const json& object, const char* name, bool fallback) {
  const json* value = find_field(object, name);
  if (value == nullptr) return fallback;
  if (!value->is_boolean()) bad("\"{}\" must be true or false", name);
  return value->get<bool>();
}

Condition shown_condition(const json& value) {
  Condition condition{.kind = Condition::Kind::shown};
  condition.kernel = text_of(value, "kernel", false);
  condition.parameters = parameters_of(value);
  return condition;
}

Condition compared_condition(const json& value) {
  Condition condition{.kind = Condition::Kind::compared};
  condition.kernel = text_of(value, "kernel");
  condition.with = text_of(value, "with");
  return condition;
}

analysis::CachePreset cache_of(const json& object) {
  return one_of(object, "cache", analysis::cache_preset_named, analysis::kCachePresetNames,
                analysis::CachePreset::one_line);
}

session::HostTimelineKey host_timeline_key_of(const json& object) {
  if (!object.is_object()) bad("\"timeline\" must be an object with a scenario and bytes");
  const json* bytes = find_field(object, "bytes");
  if (bytes == nullptr || !bytes->is_number_unsigned()) {
    bad("\"bytes\" must be the size of an array in bytes");
  }
  return {place_in<timing::Scenario>(object, "scenario", timing::kScenarioNames),
          bytes->get<std::uint64_t>()};
}

session::SpanKey span_key_of(const json& object) {
  if (!object.is_object()) bad("\"span\" must be an object with a track and an action");
  return {place_in<timing::Track>(object, "track", timing::kTrackNames),
          place_in<timing::Action>(object, "action", timing::kActionNames)};
}

Condition occupancy_condition(const json& value) {
  Condition condition{.kind = Condition::Kind::occupancy};
  auto goal = occupancy_goal_of(value);
  if (!goal.has_value()) bad("{}", goal.error().message.en);
  condition.occupancy = std::move(*goal);
  return condition;
}

Condition workshop_condition(const json& value) {
  Condition condition{.kind = Condition::Kind::workshop};
  auto goal = session::swizzle_goal_of(value);
  if (!goal.has_value()) bad("{}", goal.error().message.en);
  condition.workshop = std::move(*goal);
  return condition;
}

std::optional<swizzle::SwizzleSpec> staged_swizzle(const json& object) {
  const std::string text = text_of(object, "swizzle", false);
  if (text.empty()) return std::nullopt;
  const auto spec = swizzle::parse_spec(text);
  if (!spec.has_value()) bad("\"swizzle\": {}", spec.error().message.en);
  return *spec;
}

session::OccupancyChoice staged_occupancy(const json& object) {
  const json* occupancy = find_field(object, "occupancy");
  if (occupancy == nullptr) return {};
  const auto choice = occupancy_choice_of(*occupancy);
  if (!choice.has_value()) bad("{}", choice.error().message.en);
  return *choice;
}

Condition timeline_condition(const json& value) {
  Condition condition{.kind = Condition::Kind::timeline};
  condition.timeline = host_timeline_key_of(value);
  return condition;
}

Condition span_condition(const json& value) {
  Condition condition{.kind = Condition::Kind::span};
  condition.span = span_key_of(value);
  return condition;
}

Bound bound_of(const json& object) {
  if (!object.is_object()) bad("\"all\" must be a list of figures with a bound each");
  Bound bound{sum_figure_of(object, "figure"), {}, {}};
  for (const auto& [name, side] :
       {std::pair{"at_most", &bound.at_most}, std::pair{"at_least", &bound.at_least}}) {
    const json* value = find_field(object, name);
    if (value == nullptr) continue;
    if (!value->is_number_integer()) bad("\"{}\" must be a whole number", name);
    *side = value->get<std::int64_t>();
  }
  if (bound.at_most.has_value() == bound.at_least.has_value()) {
    bad("a figure of \"all\" needs \"at_most\" or \"at_least\"");
  }
  return bound;
}

Condition judged_condition(const json& value) {
  Condition condition{.kind = Condition::Kind::judged};
  condition.kernel = text_of(value, "kernel", false);
  const json* all = find_field(value, "all");
  if (all == nullptr || !all->is_array() || all->empty()) {
    bad("\"judged\" needs \"all\": a list of figures with a bound each");
  }
  for (const json& each : *all) condition.bounds.push_back(bound_of(each));
  if (const json* example = find_field(value, "example")) {
    condition.example = named_kernel_of(*example, "example");
  }
  return condition;
}

Condition condition_of(const json& object) {
  if (!object.is_object() || object.size() != 1) bad("a condition is an object with one name");
  const std::string kind = object.begin().key();
  const json& value = object.begin().value();
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
  if (kind == "workshop") return workshop_condition(value);
  bad("condition \"{}\" is none of answered, moved, played, reached, shown, compared, cache, "
      "occupancy, timeline, span, judged, workshop",
      kind);
}

const json& scene_json(const json& object) {
  const json* scene = find_field(object, "scene");
  if (scene == nullptr || !scene->is_object()) bad("\"scene\" must be an object with views");
  return *scene;
}

template <class Enum>
std::optional<Enum> named_or_any(const json& object, const char* name,
                                 std::initializer_list<Enum> values) {
  if (find_field(object, name) == nullptr) return std::nullopt;
  return named(object, name, values);
}

// "all", "accesses", or a place: any of a marker, a space and a kind.
session::EventFilter events_of(const json& scene) {
  using enum trace::EventKind;
  const json* events = find_field(scene, "events");
  if (events == nullptr || *events == "all") return {};
  if (*events == "accesses") return session::kAccesses;
  if (!events->is_object()) bad("\"events\" must be \"all\", \"accesses\" or a place");
  return {
      .accesses_only = false,
      .marker = text_of(*events, "marker", false),
      .space = named_or_any(*events, "space", {trace::Space::global, trace::Space::shared}),
      .kind = named_or_any(*events, "kind",
                           {load, store, atomic, async_copy, load_matrix, store_matrix, shuffle})};
}

session::Stage stage_of(const json& object) {
  session::Stage stage;
  stage.kernel = text_of(object, "kernel");
  stage.parameters = parameters_of(object);
  if (const json* cursor = find_field(object, "cursor")) stage.cursor = anchor_of(*cursor);
  if (const json* beside = find_field(object, "beside")) {
    if (!beside->is_object()) bad("\"beside\" must be an object with a kernel");
    stage.beside = text_of(*beside, "kernel");
    stage.beside_parameters = parameters_of(*beside);
  }
  stage.order =
      one_of(object, "order", trace::order_named, trace::kOrderNames, trace::Order::recorded);
  stage.cache = cache_of(object);
  stage.occupancy = staged_occupancy(object);
  stage.swizzle = staged_swizzle(object);
  if (const json* timeline = find_field(object, "timeline")) {
    stage.timeline = host_timeline_key_of(*timeline);
  }
  const json& scene = scene_json(object);
  stage.events = events_of(scene);
  stage.against = text_of(scene, "against", false);
  stage.timed_side = count_of(scene, "side");
  stage.cited = flag_of(scene, "cited", false);
  return stage;
}

std::vector<session::StageView> views_of(const json& scene) {
  const json* names = find_field(scene, "views");
  if (names == nullptr || !names->is_array() || names->empty()) {
    bad("\"views\" must be a list of views");
  }
  std::vector<session::StageView> views;
  for (const json& name : *names) {
    const auto view =
        name.is_string() ? session::stage_view_named(name.get<std::string>()) : std::nullopt;
    if (!view) bad("\"views\" has {}, which is no view", json_text(name, -1));
    views.push_back(*view);
  }
  return views;
}

std::vector<std::string> names_in(const json& object, const char* list, const char* of) {
  std::vector<std::string> names;
  const json* values = find_field(object, list);
  if (values == nullptr) return names;
  const bool fits = values->is_array() && std::ranges::all_of(*values, &json::is_string);
  if (!fits) bad("\"{}\" must be a list of {}", list, of);
  for (const json& name : *values) names.push_back(name.get<std::string>());
  return names;
}

std::string coloring_of(const json& object) {
  std::string name = text_of(object, "color_by", false);
  if (!name.empty() && std::ranges::find(kColorings, name) == kColorings.end()) {
    bad("\"color_by\" is \"{}\", which is none of {}", name, fmt::join(kColorings, ", "));
  }
  return name;
}

Scene scene_of(const json& scene) {
  return {views_of(scene), coloring_of(scene), names_in(scene, "controls", "control names"),
          flag_of(scene, "transport", true), flag_of(scene, "blocks", false)};
}

Step step_of(const json& object) {
  if (!object.is_object()) bad("each step must be an object");
  Step step;
  step.id = text_of(object, "id");
  step.stage = stage_of(object);
  step.scene = scene_of(scene_json(object));
  if (const json* predict = find_field(object, "predict"))
    step.prediction = prediction_of(*predict);
  // Times are looked up; figures are those of runs.
  if (step.prediction && step.prediction->ranking.figure) {
    step.stage.rivals = step.prediction->ranking.of;
  }
  if (step.prediction && step.prediction->timeline && !step.stage.timeline) {
    bad("\"predict\" asks about a host timeline: give the step a \"timeline\"");
  }
  step.highlight = names_in(object, "highlight", "widget names");
  if (const json* done = find_field(object, "done")) {
    if (!done->is_array()) bad("\"done\" must be a list of conditions");
    for (const json& condition : *done) step.done.push_back(condition_of(condition));
  }
  return step;
}

Lesson stages_of(const json& file) {
  if (!file.is_object()) bad("not a JSON object");
  Lesson lesson;
  lesson.id = lesson_id_of(file);
  lesson.number = static_cast<int>(count_of(file, "number"));
  lesson.effort = effort_of(file);
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
