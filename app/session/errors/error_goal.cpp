#include "app/session/errors/error_goal.h"

#include <algorithm>

namespace warplens::session {
namespace {

constexpr std::array<std::string_view, 6> kGoalFields{"kernel", "inputs", "by_order",
                                                      "size",   "all",    "example"};

template <class T>
T value_or(const SortedJson& object, const char* name, T fallback) {
  const auto found = object.find(name);
  return found == object.end() ? fallback : found->get<T>();
}

std::optional<ErrorBound> bound_of(const SortedJson& object) {
  const auto named = value_or<std::string>(object, "figure", "");
  const auto* const figure = std::ranges::find(kErrorFigureNames, named);
  const bool is_most = object.contains("at_most");
  if (figure == kErrorFigureNames.end() || is_most == object.contains("at_least")) {
    return std::nullopt;
  }
  return ErrorBound{static_cast<ErrorFigure>(figure - kErrorFigureNames.begin()),
                    object.at(is_most ? "at_most" : "at_least").get<std::int64_t>(), is_most};
}

Result<ErrorGoal> read_goal(const SortedJson& object) {
  for (const auto& [name, value] : object.items()) {
    if (std::ranges::find(kGoalFields, name) != kGoalFields.end()) continue;
    return fail(tr("\"errors\": \"{}\" is none of {}", name, fmt::join(kGoalFields, ", ")));
  }
  ErrorGoal goal;
  goal.kernel = value_or<std::string>(object, "kernel", "");
  goal.by_order = value_or(object, "by_order", false);
  goal.size = value_or<std::int64_t>(object, "size", 0);
  if (const auto inputs = value_or<std::string>(object, "inputs", ""); !inputs.empty()) {
    goal.inputs = run::inputs_named(inputs);
    if (!goal.inputs) {
      return fail(tr("\"errors\": there are no inputs \"{}\", choose {}", inputs,
                     fmt::join(run::kInputsNames, ", ")));
    }
  }
  for (const SortedJson& each : value_or(object, "all", SortedJson::array())) {
    const auto bound = bound_of(each);
    if (!bound) {
      return fail(tr("\"errors\": each of \"all\" needs a figure ({}) and one bound",
                     fmt::join(kErrorFigureNames, ", ")));
    }
    goal.bounds.push_back(*bound);
  }
  if (const auto example = object.find("example"); example != object.end()) {
    goal.example = example->at("kernel").get<std::string>();
    goal.example_parameters = value_or(*example, "parameters", catalog::Parameters());
  }
  return goal;
}

}  // namespace

Result<ErrorGoal> error_goal_of(const SortedJson& object) {
  const auto unreadable = [] {
    return fail(tr("\"errors\" must be an object as app/session/errors/error_goal.h says"));
  };
  if (!object.is_object()) return unreadable();
  try {
    return read_goal(object);
  } catch (const SortedJson::exception&) {
    return unreadable();
  }
}

std::optional<double> value_of(const ErrorAnswer& answer, bool by_order, ErrorFigure figure,
                               std::int64_t size) {
  if (by_order != (figure == ErrorFigure::distinct)) return std::nullopt;
  if (by_order) return static_cast<double>(answer.orders.distinct());
  if (figure == ErrorFigure::fp32) return answer.sizes.operations.fp32;
  if (figure == ErrorFigure::other) return answer.sizes.operations.other;
  const run::SumError* at = answer.sizes.find(size);
  return at == nullptr ? std::nullopt : std::optional(at->largest);
}

bool keeps(double value, const ErrorBound& bound) {
  const auto limit = static_cast<double>(bound.bound);
  return bound.is_most ? value <= limit : value >= limit;
}

ErrorChoice choice_for(const ErrorGoal& goal, ErrorChoice now) {
  now.inputs = goal.inputs.value_or(now.inputs);
  now.by_order = goal.by_order;
  return now;
}

bool meets(const SeenErrors& seen, const ErrorGoal& goal) {
  if (!goal.kernel.empty() && seen.question.sums.kernel != goal.kernel) return false;
  if (goal.inputs && seen.choice.inputs != *goal.inputs) return false;
  if (seen.choice.by_order != goal.by_order) return false;
  return std::ranges::all_of(goal.bounds, [&](const ErrorBound& bound) {
    const auto value = value_of(*seen.answer, goal.by_order, bound.figure, goal.size);
    return value && keeps(*value, bound);
  });
}

}  // namespace warplens::session
