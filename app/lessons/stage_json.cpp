// What a step puts on the stage, and its "scene": what of that the person sees.
#include <algorithm>

#include "app/lessons/lesson_fields.h"
#include "app/lessons/lesson_json.h"

namespace warplens::lessons {
namespace {

std::optional<swizzle::SwizzleSpec> staged_swizzle(const SortedJson& object) {
  const std::string text = text_of(object, "swizzle", false);
  if (text.empty()) return std::nullopt;
  const auto spec = swizzle::parse_spec(text);
  if (!spec.has_value()) bad("\"swizzle\": {}", spec.error().message.in(Language::en));
  return *spec;
}

std::optional<algebra::MotionSpec> staged_motion(const SortedJson& object) {
  const SortedJson* text = find_field(object, "motion");
  if (text == nullptr) return std::nullopt;
  return taken(algebra::parse_motion(text_of(object, "motion")));
}

// {"inputs": …, "of": [variants], "by_order": …, "rms": …, "size": …}
std::optional<session::ErrorChoice> staged_errors(const SortedJson& object) {
  const SortedJson* errors = find_field(object, "errors");
  if (errors == nullptr) return std::nullopt;
  if (!errors->is_object()) bad("\"errors\" must be an object");
  session::ErrorChoice choice;
  choice.inputs = one_of(*errors, "inputs", run::inputs_named, run::kInputsNames, choice.inputs);
  choice.by_rms = flag_of(*errors, "rms", false);
  choice.by_order = flag_of(*errors, "by_order", false);
  choice.size = count_of(*errors, "size");
  choice.of = texts_in(*errors, "of", "variants");
  return choice;
}

session::OccupancyChoice staged_occupancy(const SortedJson& object) {
  const SortedJson* occupancy = find_field(object, "occupancy");
  if (occupancy == nullptr) return {};
  return taken(occupancy_choice_of(*occupancy));
}

const SortedJson& scene_json(const SortedJson& object) {
  const SortedJson* scene = find_field(object, "scene");
  if (scene == nullptr || !scene->is_object()) bad("\"scene\" must be an object with views");
  return *scene;
}

template <class Enum>
std::optional<Enum> named_or_any(const SortedJson& object, const char* name,
                                 std::initializer_list<Enum> values) {
  if (find_field(object, name) == nullptr) return std::nullopt;
  return named(object, name, values);
}

// "all", "accesses", or a place: any of a marker, a space and a kind.
session::EventFilter events_of(const SortedJson& scene) {
  using enum trace::EventKind;
  const SortedJson* events = find_field(scene, "events");
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

std::vector<session::StageView> views_of(const SortedJson& scene) {
  const SortedJson* names = find_field(scene, "views");
  if (names == nullptr || !names->is_array() || names->empty()) {
    bad("\"views\" must be a list of views");
  }
  std::vector<session::StageView> views;
  for (const SortedJson& name : *names) {
    const auto view =
        name.is_string() ? session::stage_view_named(name.get<std::string>()) : std::nullopt;
    if (!view) bad("\"views\" has {}, which is no view", json_text(name, -1));
    views.push_back(*view);
  }
  return views;
}

std::string coloring_of(const SortedJson& object) {
  std::string name = text_of(object, "color_by", false);
  if (!name.empty() && std::ranges::find(kColorings, name) == kColorings.end()) {
    bad("\"color_by\" is \"{}\", which is none of {}", name, fmt::join(kColorings, ", "));
  }
  return name;
}

std::vector<std::string> key_figures_of(const SortedJson& scene) {
  std::vector<std::string> figures = texts_in(scene, "figures", "key figures");
  for (const std::string& name : figures) {
    if (std::ranges::find(kKeyFigures, name) == kKeyFigures.end()) {
      bad("\"figures\" has \"{}\", which is none of {}", name, fmt::join(kKeyFigures, ", "));
    }
  }
  return figures;
}

}  // namespace

session::Stage stage_of(const SortedJson& object) {
  session::Stage stage;
  stage.kernel = text_of(object, "kernel");
  stage.parameters = parameters_of(object);
  stage.index = text_of(object, "index", false);
  if (const SortedJson* cursor = find_field(object, "cursor")) stage.cursor = anchor_of(*cursor);
  if (const SortedJson* beside = find_field(object, "beside")) {
    if (!beside->is_object()) bad("\"beside\" must be an object with a kernel");
    stage.beside = text_of(*beside, "kernel");
    stage.beside_parameters = parameters_of(*beside);
    stage.beside_index = text_of(*beside, "index", false);
  }
  stage.order =
      one_of(object, "order", trace::order_named, trace::kOrderNames, trace::Order::recorded);
  stage.cache = cache_of(object);
  stage.occupancy = staged_occupancy(object);
  stage.swizzle = staged_swizzle(object);
  stage.motion = staged_motion(object);
  stage.errors = staged_errors(object);
  if (const SortedJson* timeline = find_field(object, "timeline")) {
    stage.timeline = host_timeline_key_of(*timeline);
  }
  const SortedJson& scene = scene_json(object);
  stage.events = events_of(scene);
  stage.against = text_of(scene, "against", false);
  stage.timed_side = count_of(scene, "side");
  stage.cited = flag_of(scene, "cited", false);
  stage.ladder = flag_of(scene, "ladder", false);
  if (find_field(scene, "reading") != nullptr) {
    stage.reading =
        place_in<session::TimingReading>(scene, "reading", session::kTimingReadingNames);
  }
  return stage;
}

Scene scene_of(const SortedJson& object) {
  const SortedJson& scene = scene_json(object);
  return {views_of(scene),
          coloring_of(scene),
          texts_in(scene, "controls", "control names"),
          flag_of(scene, "transport", true),
          flag_of(scene, "blocks", false),
          key_figures_of(scene),
          texts_in(scene, "named", "kernels and families"),
          find_field(scene, "drawer") == nullptr
              ? DrawerPart::none
              : place_in<DrawerPart>(scene, "drawer", kDrawerPartNames)};
}

}  // namespace warplens::lessons
