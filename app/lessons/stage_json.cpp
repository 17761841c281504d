// What a step puts on the stage, and its "scene": what of that the person sees.
#include <algorithm>

#include "app/lessons/lesson_fields.h"
#include "app/lessons/lesson_json.h"

namespace warplens::lessons {
namespace {

template <class Enum>
std::optional<Enum> named_or_any(const JsonFields& fields, const char* name,
                                 std::initializer_list<Enum> values) {
  if (!fields.has(name)) return std::nullopt;
  return named(fields, name, values);
}

// "all", "accesses", or a place: any of a marker, a space and a kind.
session::EventFilter events_of(const JsonFields& scene) {
  using enum trace::EventKind;
  const auto events = scene.find("events");
  if (!events) return {};
  if (events->is_text()) {
    constexpr std::array<std::string_view, 2> kNames{"all", "accesses"};
    const bool are_accesses = scene.choice<int>("events", kNames) == 1;
    return are_accesses ? session::kAccesses : session::EventFilter();
  }
  return {.accesses_only = false,
          .marker = events->text_or("marker", ""),
          .space = named_or_any(*events, "space", {trace::Space::global, trace::Space::shared}),
          .kind = named_or_any(*events, "kind",
                               {load, store, atomic, async_copy, load_matrix, store_matrix, shuffle,
                                bulk_load, bulk_store, bulk_send})};
}

std::vector<session::StageView> views_of(const JsonFields& scene) {
  std::vector<session::StageView> views;
  for (const std::string& name : scene.texts("views")) {
    const auto view = session::stage_view_named(name);
    if (!view) scene.wrong(tr("\"views\" has \"{}\", which is no view", name));
    if (view) views.push_back(*view);
  }
  if (views.empty()) scene.wrong(tr("\"views\" must be a list of views"));
  return views;
}

std::string coloring_of(const JsonFields& scene) {
  if (!scene.has("color_by")) return {};
  return std::string(kColorings[scene.choice<std::size_t>("color_by", kColorings)]);
}

std::vector<std::string> key_figures_of(const JsonFields& scene) {
  std::vector<std::string> figures = scene.texts_or_none("figures");
  for (const std::string& name : figures) {
    if (std::ranges::find(kKeyFigures, name) == kKeyFigures.end())
      scene.wrong(tr("\"figures\" has \"{}\", which is none of {}", name,
                     fmt::format("{}", fmt::join(kKeyFigures, ", "))));
  }
  return figures;
}

}  // namespace

session::Stage stage_of(const JsonFields& fields, session::Features features) {
  session::Stage stage;
  stage.kernel = fields.text("kernel");
  stage.parameters = fields.integers_or_none("parameters");
  stage.index = fields.text_or("index", "");
  if (const auto cursor = fields.find("cursor")) stage.cursor = anchor_of(*cursor);
  if (const auto beside = fields.find("beside")) {
    stage.beside = beside->text("kernel");
    stage.beside_parameters = beside->integers_or_none("parameters");
    stage.beside_index = beside->text_or("index", "");
  }
  stage.order = fields.choice_or("order", trace::kOrderNames, trace::Order::recorded);
  stage.events = events_of(fields.at("scene"));
  for (const session::Feature& feature : features) {
    if (feature.read_stage != nullptr) feature.read_stage(fields, stage);
  }
  return stage;
}

Scene scene_of(const JsonFields& fields) {
  const JsonFields scene = fields.at("scene");
  return {views_of(scene),
          coloring_of(scene),
          scene.texts_or_none("controls"),
          scene.flag_or("transport", true),
          scene.flag_or("blocks", false),
          key_figures_of(scene),
          scene.texts_or_none("named"),
          scene.choice_or("drawer", kDrawerPartNames, DrawerPart::none)};
}

}  // namespace warplens::lessons
