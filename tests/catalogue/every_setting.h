// Every combination of a variant's choices that its plan accepts, at a given matrix size.
#pragma once

#include <functional>
#include <vector>

#include "kernels/catalog/family.h"

namespace warplens {

// Values to try of a parameter: its choices; all of a range of up to 64 values; else its ends and
// default.
inline std::vector<std::int64_t> values_of(const catalog::Parameter& parameter) {
  if (!parameter.choices.empty()) return parameter.choices;
  if (parameter.maximum - parameter.minimum > 64) {
    return {parameter.minimum, parameter.default_value, parameter.maximum};
  }
  std::vector<std::int64_t> values;
  for (std::int64_t v = parameter.minimum; v <= parameter.maximum; ++v) values.push_back(v);
  return values;
}

// Calls `visit` with each combination of the parameters called `names`; the others keep `settings`.
inline void for_each_setting(const catalog::Family& family, const catalog::Variant& variant,
                             const catalog::Parameters& settings,
                             const std::vector<std::string>& names,
                             const std::function<void(const catalog::Parameters&)>& visit) {
  if (names.empty()) return visit(settings);
  const std::vector<std::string> rest(names.begin() + 1, names.end());
  for (const catalog::Parameter& parameter : family.parameters_of(variant)) {
    if (parameter.name != names.front()) continue;
    for (const std::int64_t value : values_of(parameter)) {
      catalog::Parameters with = settings;
      with[parameter.name] = value;
      for_each_setting(family, variant, with, rest, visit);
    }
    return;
  }
  for_each_setting(family, variant, settings, rest, visit);  // not one of this variant's
}

}  // namespace warplens
