#include "kernels/catalog/describe.h"

namespace warplens::catalog {

Variant VariantOf::operator()(std::string_view name, Text idea, Planner plan,
                              const std::vector<std::string>& own) const {
  Variant result;
  result.name = name;
  result.idea = std::move(idea);
  result.source = fmt::format("kernels/catalog/{}/{}.cu", family, name);
  result.parameters = common;
  result.parameters.insert(result.parameters.end(), own.begin(), own.end());
  result.plan = [plan, kernel = fmt::format("{}_{}", family, name)](const Parameters& p) {
    return plan(kernel, p);
  };
  return result;
}

Variant broken(Variant twin) {
  twin.broken = true;
  return twin;
}

Variant with_range(Variant variant, Parameter range) {
  variant.overrides.push_back(std::move(range));
  return variant;
}

Variant with_index(Variant variant, OwnIndex index) {
  variant.index = std::move(index);
  return variant;
}

Parameter meaning(Parameter parameter, std::function<Text(const Parameters&)> words) {
  parameter.meaning = std::move(words);
  return parameter;
}

}  // namespace warplens::catalog
