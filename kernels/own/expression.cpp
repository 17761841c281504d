#include "kernels/own/expression.h"

#include <vector>

namespace warplens::own {

Result<std::int64_t> evaluate(std::string_view expression, const Values& values) {
  TRY(const SizeExpression parsed, SizeExpression::parse(expression));
  std::vector<std::int64_t> found;
  for (const std::string& name : parsed.names()) {
    const auto value = values.find(name);
    if (value == values.end()) {
      std::string known;
      for (const auto& [each, number] : values) known += (known.empty() ? "" : ", ") + each;
      return fail(tr("'{}': nothing is called {}: there is {}", expression, name,
                     known.empty() ? "-" : known));
    }
    found.push_back(value->second);
  }
  return parsed.evaluate(found);
}

}  // namespace warplens::own
