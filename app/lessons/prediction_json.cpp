// A step's "predict": what it asks for, of one of the kinds of prediction.h.
#include <algorithm>

#include "app/lessons/lesson_fields.h"
#include "app/lessons/lesson_json.h"

namespace warplens::lessons {
namespace {

constexpr std::array<std::string_view, 2> kPickNames{"least", "most"};

std::vector<JsonFields> list_of_options(const JsonFields& fields, const char* name) {
  std::vector<JsonFields> list = fields.list(name);
  if (list.size() < 2 || list.size() > kMostOptions)
    fields.wrong(tr("\"{}\" must be a list of 2 to {}", name, kMostOptions));
  return list;
}

std::vector<std::int64_t> choices_of(const JsonFields& fields) {
  std::vector<std::int64_t> choices;
  for (const JsonFields& each : list_of_options(fields, "choices")) {
    const auto choice = each.as_integer<std::int64_t>();
    if (std::ranges::find(choices, choice) != choices.end())
      fields.wrong(tr("\"choices\" has {} twice", choice));
    choices.push_back(choice);
  }
  return choices;
}

std::uint32_t asked_lane_of(const JsonFields& fields, const char* name) {
  return fields.integer<std::uint32_t>(name, 0, kWarpSize - 1);
}

// The event that is asked about.
session::Anchor asked_place_of(const JsonFields& fields) { return anchor_of(fields.at("at")); }

void read_measure(const JsonFields& fields, Ranking& ranking, session::Features features) {
  const auto* kind = kind_named(features, &session::Feature::measures, fields.text("by"));
  if (kind != nullptr) {
    ranking.measure = kind->read(fields);
  } else {
    ranking.figure = sum_figure_of(fields, "by");
  }
}

Ranking ranking_of(const JsonFields& fields, session::Features features) {
  Ranking ranking;
  read_measure(fields, ranking, features);
  for (const JsonFields& each : list_of_options(fields, "of")) {
    session::NamedKernel kernel = named_kernel_of(each);
    if (std::ranges::find(ranking.of, kernel) != ranking.of.end())
      fields.wrong(tr("\"of\" has {} twice", kernel.kernel));
    ranking.of.push_back(std::move(kernel));
  }
  return ranking;
}

session::Figure asked_figure_of(const JsonFields& fields) {
  const std::string name = fields.text("figure");
  const auto figure = session::figure_named(name);
  if (!figure) fields.wrong(tr("there is no figure \"{}\"", name));
  return figure.value_or(session::Figure());
}

// Of a feature; null: of an event.
session::AskedPtr asked_of(const JsonFields& fields, session::Features features) {
  for (const session::Feature& feature : features) {
    for (const session::AskedKind& kind : feature.asked) {
      if (fields.has(kind.name)) return kind.read(fields);
    }
  }
  return nullptr;
}

Prediction figure_prediction(const JsonFields& fields, session::Features features) {
  Prediction prediction;
  prediction.asked = asked_of(fields, features);
  if (!prediction.asked) {
    prediction.figure = asked_figure_of(fields);
    prediction.at = asked_place_of(fields);
  }
  if (fields.has("choices")) {
    prediction.kind = Prediction::Kind::choice;
    prediction.choices = choices_of(fields);
  }
  return prediction;
}

Prediction lanes_prediction(const JsonFields& fields) {
  Prediction prediction{.kind = Prediction::Kind::lanes};
  prediction.relation = fields.choice<LaneRelation>("lanes", kLaneRelationNames);
  if (is_of_a_lane(prediction.relation)) {
    prediction.lane = asked_lane_of(fields, "of");
  } else if (fields.has("of")) {
    fields.wrong(tr("idle and active lanes are \"of\" no lane"));
  }
  prediction.at = asked_place_of(fields);
  return prediction;
}

Prediction cell_prediction(const JsonFields& fields) {
  Prediction prediction{.kind = Prediction::Kind::cell};
  prediction.cell = fields.choice<CellKind>("cell", kCellKindNames);
  prediction.lane = asked_lane_of(fields, "lane");
  if (fields.has("told")) prediction.told = asked_lane_of(fields, "told");
  prediction.at = asked_place_of(fields);
  return prediction;
}

// {"lands": "v"}: the plane has no other vector to ask about.
Prediction point_prediction(const JsonFields& fields) {
  constexpr std::array<std::string_view, 1> kVectors{"v"};
  static_cast<void>(fields.choice<int>("lands", kVectors));
  return {.kind = Prediction::Kind::point};
}

Prediction best_prediction(const JsonFields& fields, session::Features features) {
  Prediction prediction{.kind = Prediction::Kind::best};
  prediction.ranking = ranking_of(fields, features);
  prediction.ranking.picks_most = fields.choice_or("pick", kPickNames, 0) == 1;
  return prediction;
}

}  // namespace

session::Figure sum_figure_of(const JsonFields& fields, const char* name) {
  const std::string wanted = fields.text(name);
  std::vector<std::string_view> names;
  for (const session::Figure figure : session::kSumFigures) {
    if (session::name_of(figure) == wanted) return figure;
    names.push_back(session::name_of(figure));
  }
  fields.wrong(tr("\"{}\" is \"{}\", which is no figure of a launch: {}", name, wanted,
                  fmt::format("{}", fmt::join(names, ", "))));
  return {};
}

Prediction prediction_of(const JsonFields& fields, session::Features features) {
  if (const auto best = fields.find("best")) return best_prediction(*best, features);
  if (const auto order = fields.find("order")) {
    Prediction prediction{.kind = Prediction::Kind::order};
    prediction.ranking = ranking_of(*order, features);
    return prediction;
  }
  if (fields.has("lanes")) return lanes_prediction(fields);
  if (fields.has("cell")) return cell_prediction(fields);
  if (fields.has("lands")) return point_prediction(fields);
  return figure_prediction(fields, features);
}

}  // namespace warplens::lessons
