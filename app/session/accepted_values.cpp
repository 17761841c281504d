#include "app/session/accepted_values.h"

#include <algorithm>
#include <cstdlib>

namespace warplens::session {
namespace {

constexpr std::int64_t kMostValues = 256;

std::vector<std::int64_t> values_of(const catalog::Parameter& parameter) {
  if (!parameter.choices.empty()) return parameter.choices;
  std::vector<std::int64_t> values;
  if (parameter.maximum - parameter.minimum >= kMostValues) return values;
  for (auto value = parameter.minimum; value <= parameter.maximum; ++value) values.push_back(value);
  return values;
}

}  // namespace

bool in_range(const catalog::Parameter& parameter, std::int64_t value) {
  if (!parameter.choices.empty()) {
    return std::ranges::find(parameter.choices, value) != parameter.choices.end();
  }
  return value >= parameter.minimum && value <= parameter.maximum;
}

std::vector<std::int64_t> accepted_values(const catalog::Variant& variant,
                                          const catalog::Parameter& parameter,
                                          const catalog::Parameters& parameters) {
  std::vector<std::int64_t> values = values_of(parameter);
  if (!variant.plan) return values;
  catalog::Parameters probe = parameters;
  std::erase_if(values, [&](std::int64_t value) {
    probe[parameter.name] = value;
    return !variant.plan(probe).has_value();
  });
  std::ranges::sort(values);
  return values;
}

void repair(const catalog::Family& family, const catalog::Variant& variant,
            catalog::Parameters& parameters) {
  if (!variant.plan || variant.plan(parameters).has_value()) return;
  // From the last: descriptors list what others depend on first.
  catalog::ParameterRefs candidates = family.parameters_of(variant);
  std::ranges::reverse(candidates);
  for (const catalog::Parameter& parameter : candidates) {
    const auto values = accepted_values(variant, parameter, parameters);
    if (values.empty()) continue;
    const std::int64_t now = parameters.at(parameter.name);
    parameters[parameter.name] = *std::ranges::min_element(
        values, {}, [now](std::int64_t value) { return std::abs(value - now); });
    return;
  }
}

}  // namespace warplens::session
