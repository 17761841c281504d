// A step's "predict": what it asks for, of one of the kinds of prediction.h.
#include <algorithm>

#include "app/lessons/lesson_fields.h"
#include "app/lessons/lesson_json.h"

namespace warplens::lessons {
namespace {

constexpr std::array<std::string_view, 2> kPickNames{"least", "most"};

const SortedJson& list_of_options(const SortedJson& object, const char* name) {
  const SortedJson* list = find_field(object, name);
  const bool fits =
      list != nullptr && list->is_array() && list->size() >= 2 && list->size() <= kMostOptions;
  if (!fits) bad("\"{}\" must be a list of 2 to {}", name, kMostOptions);
  return *list;
}

std::vector<std::int64_t> choices_of(const SortedJson& object) {
  std::vector<std::int64_t> choices;
  for (const SortedJson& each : list_of_options(object, "choices")) {
    if (!each.is_number_integer()) bad("\"choices\" must be whole numbers");
    const auto choice = each.get<std::int64_t>();
    if (std::ranges::find(choices, choice) != choices.end()) {
      bad("\"choices\" has {} twice", choice);
    }
    choices.push_back(choice);
  }
  return choices;
}

std::uint32_t asked_lane_of(const SortedJson& object, const char* name) {
  const std::uint32_t lane = count_of(object, name);
  if (find_field(object, name) == nullptr || lane >= kWarpSize) {
    bad("\"{}\" must be a lane from 0 to 31", name);
  }
  return lane;
}

session::Anchor asked_place_of(const SortedJson& object) {
  const SortedJson* at = find_field(object, "at");
  if (at == nullptr) bad("\"predict\" needs \"at\": the event that is asked about");
  return anchor_of(*at);
}

Ranking ranking_of(const SortedJson& object) {
  if (!object.is_object()) bad("\"best\" and \"order\" must say what kernels are compared by");
  Ranking ranking;
  const std::string by = text_of(object, "by");
  ranking.place = roofline_figure_named(by);
  if (by == "error") {
    ranking.by_error = true;
    ranking.side = count_of(object, "terms");
    if (ranking.side == 0) bad("a ranking by error needs \"terms\": how many a sum has");
  } else if (by == "time" || ranking.place) {
    ranking.side = count_of(object, "side");
    if (ranking.side == 0) bad("a ranking by {} needs a \"side\": the size that was timed", by);
  } else {
    ranking.figure = sum_figure_of(object, "by");
  }
  for (const SortedJson& each : list_of_options(object, "of")) {
    session::NamedKernel kernel = named_kernel_of(each, "of");
    if (std::ranges::find(ranking.of, kernel) != ranking.of.end()) {
      bad("\"of\" has {} twice", kernel.kernel);
    }
    ranking.of.push_back(std::move(kernel));
  }
  return ranking;
}

Prediction figure_prediction(const SortedJson& object) {
  Prediction prediction;
  if (find_field(object, "timeline") != nullptr) {
    prediction.timeline =
        place_in<timing::TimelineFigure>(object, "timeline", timing::kTimelineFigureNames);
  } else if (find_field(object, "motion") != nullptr) {
    prediction.motion =
        place_in<algebra::MotionFigure>(object, "motion", algebra::kMotionFigureNames);
  } else if (find_field(object, "errors") != nullptr) {
    if (text_of(object, "errors") != "distinct") bad("\"errors\" must be \"distinct\"");
    prediction.distinct_results = true;
  } else {
    const std::string name = text_of(object, "figure");
    const auto figure = session::figure_named(name);
    if (!figure) bad("there is no figure \"{}\"", name);
    prediction.figure = *figure;
    prediction.at = asked_place_of(object);
  }
  if (find_field(object, "choices") != nullptr) {
    prediction.kind = Prediction::Kind::choice;
    prediction.choices = choices_of(object);
  }
  return prediction;
}

Prediction lanes_prediction(const SortedJson& object) {
  Prediction prediction{.kind = Prediction::Kind::lanes};
  prediction.relation = place_in<LaneRelation>(object, "lanes", kLaneRelationNames);
  if (is_of_a_lane(prediction.relation)) {
    prediction.lane = asked_lane_of(object, "of");
  } else if (find_field(object, "of") != nullptr) {
    bad("idle and active lanes are \"of\" no lane");
  }
  prediction.at = asked_place_of(object);
  return prediction;
}

Prediction cell_prediction(const SortedJson& object) {
  Prediction prediction{.kind = Prediction::Kind::cell};
  prediction.cell = place_in<CellKind>(object, "cell", kCellKindNames);
  prediction.lane = asked_lane_of(object, "lane");
  if (find_field(object, "told") != nullptr) prediction.told = asked_lane_of(object, "told");
  prediction.at = asked_place_of(object);
  return prediction;
}

// {"lands": "v"}: the plane has no other vector to ask about.
Prediction point_prediction(const SortedJson& object) {
  if (text_of(object, "lands") != "v") bad("\"lands\" must be \"v\"");
  return {.kind = Prediction::Kind::point};
}

}  // namespace

std::optional<session::RooflineFigure> roofline_figure_named(std::string_view name) {
  const auto* const at = std::ranges::find(session::kRooflineFigureNames, name);
  if (at == session::kRooflineFigureNames.end()) return std::nullopt;
  return static_cast<session::RooflineFigure>(at - session::kRooflineFigureNames.begin());
}

session::Figure sum_figure_of(const SortedJson& object, const char* name) {
  const std::string wanted = text_of(object, name);
  std::vector<std::string_view> names;
  for (const session::Figure figure : session::kSumFigures) {
    if (session::name_of(figure) == wanted) return figure;
    names.push_back(session::name_of(figure));
  }
  bad("\"{}\" is \"{}\", which is no figure of a launch: {}", name, wanted, fmt::join(names, ", "));
}

Prediction prediction_of(const SortedJson& object) {
  if (!object.is_object()) bad("\"predict\" must be an object");
  if (const SortedJson* best = find_field(object, "best")) {
    Prediction prediction{.kind = Prediction::Kind::best};
    prediction.ranking = ranking_of(*best);
    const int pick =
        find_field(*best, "pick") == nullptr ? 0 : place_in<int>(*best, "pick", kPickNames);
    prediction.ranking.picks_most = pick == 1;
    return prediction;
  }
  if (const SortedJson* order = find_field(object, "order")) {
    Prediction prediction{.kind = Prediction::Kind::order};
    prediction.ranking = ranking_of(*order);
    return prediction;
  }
  if (find_field(object, "lanes") != nullptr) return lanes_prediction(object);
  if (find_field(object, "cell") != nullptr) return cell_prediction(object);
  if (find_field(object, "lands") != nullptr) return point_prediction(object);
  return figure_prediction(object);
}

}  // namespace warplens::lessons
