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

// Against another kernel's figure, in percent of it.
void read_bound_of_kernel(const JsonFields& fields, Bound& bound) {
  if (bound.measure) fields.wrong(tr("a place on a roofline is \"of\" no kernel"));
  bound.of = named_kernel_of(fields.at("of"));
  bound.at_most = count_of(fields, "at_most_percent");
  if (*bound.at_most < 100)
    fields.wrong(tr("a figure \"of\" a kernel needs \"at_most_percent\", from 100"));
}

Bound bound_of(const JsonFields& fields, session::Features features) {
  Bound bound{.name = fields.text("figure")};
  const auto* kind = kind_named(features, &session::Feature::measures, bound.name);
  if (kind != nullptr && kind->has_bounds) bound.measure = kind->read(fields);
  if (!bound.measure) bound.figure = sum_figure_of(fields, "figure");
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

Condition judged_condition(const JsonFields& fields, session::Features features) {
  Condition condition{.kind = Condition::Kind::judged};
  condition.kernel = fields.text_or("kernel", "");
  for (const JsonFields& each : fields.list("all"))
    condition.bounds.push_back(bound_of(each, features));
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

std::string names_of_conditions(session::Features features) {
  std::string names = "answered, moved, played, reached, shown, compared, judged";
  for (const session::Feature& feature : features) {
    for (const session::GoalKind& goal : feature.goals) names += fmt::format(", {}", goal.name);
  }
  return names;
}

}  // namespace

Condition condition_of(const JsonFields& fields, session::Features features) {
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
  if (kind == "judged") return judged_condition(value, features);
  if (const auto* goal = kind_named(features, &session::Feature::goals, kind))
    return {.kind = Condition::Kind::feature, .goal = goal->read(fields)};
  fields.wrong(tr("condition \"{}\" is none of {}", kind, names_of_conditions(features)));
  return {};
}

}  // namespace warplens::lessons
