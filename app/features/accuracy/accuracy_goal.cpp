#include "app/features/accuracy/accuracy_goal.h"

#include <algorithm>

namespace warplens::accuracy {
namespace {

AccuracyBound bound_of(const JsonFields& fields) {
  const auto figure = fields.choice<AccuracyFigure>("figure", kAccuracyFigureNames);
  const bool is_most = fields.has("at_most");
  if (is_most == fields.has("at_least")) fields.wrong(tr("write \"at_most\" or \"at_least\""));
  return {figure, fields.integer<std::int64_t>(is_most ? "at_most" : "at_least"), is_most};
}

}  // namespace

AccuracyGoal accuracy_goal_of(const JsonFields& fields) {
  fields.only({"kernel", "inputs", "by_architecture", "by_order", "size", "all", "example"});
  AccuracyGoal goal;
  goal.kernel = fields.text_or("kernel", "");
  goal.by_architecture = fields.flag_or("by_architecture", false);
  goal.by_order = fields.flag_or("by_order", false);
  goal.size = fields.integer_or<std::int64_t>("size", 0);
  if (fields.has("inputs")) goal.inputs = fields.choice<run::Inputs>("inputs", run::kInputsNames);
  for (const JsonFields& each : fields.list_or_none("all")) goal.bounds.push_back(bound_of(each));
  if (const auto example = fields.find("example")) {
    goal.example = example->text("kernel");
    goal.example_parameters = example->integers_or_none("parameters");
  }
  return goal;
}

std::optional<double> value_of(const AccuracyAnswer& answer, bool by_order, AccuracyFigure figure,
                               std::int64_t size) {
  if (by_order != (figure == AccuracyFigure::distinct)) return std::nullopt;
  if (by_order) return static_cast<double>(answer.orders.distinct());
  if (figure == AccuracyFigure::fp32) return answer.sizes.operations.fp32;
  if (figure == AccuracyFigure::other) return answer.sizes.operations.other;
  const run::SizeAccuracy* at = answer.sizes.find(size);
  if (at == nullptr) return std::nullopt;
  return at->largest;
}

bool keeps(double value, const AccuracyBound& bound) {
  const auto limit = static_cast<double>(bound.bound);
  return bound.is_most ? value <= limit : value >= limit;
}

AccuracyChoice choice_for(const AccuracyGoal& goal, AccuracyChoice now) {
  now.inputs = goal.inputs.value_or(now.inputs);
  now.by_architecture = goal.by_architecture;
  now.by_order = goal.by_order;
  return now;
}

bool meets(const SeenAccuracy& seen, const AccuracyGoal& goal) {
  if (!goal.kernel.empty() && seen.question.sums.kernel != goal.kernel) return false;
  if (goal.inputs && seen.choice.inputs != *goal.inputs) return false;
  if (seen.choice.by_order != goal.by_order) return false;
  if (goal.by_architecture && !seen.choice.by_architecture) return false;
  return std::ranges::all_of(goal.bounds, [&](const AccuracyBound& bound) {
    const auto value = value_of(*seen.answer, goal.by_order, bound.figure, goal.size);
    return value && keeps(*value, bound);
  });
}

}  // namespace warplens::accuracy
