// Sizes in words, as forms and sidecars have them: `ceil(n/256)`, `rows*cols`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>

#include "kernels/base/expression.h"

namespace warplens::own {

using Values = std::map<std::string, std::int64_t, std::less<>>;

// Parses and evaluates at once. Errors: those of SizeExpression, a name that has no value.
Result<std::int64_t> evaluate(std::string_view expression, const Values& values);

}  // namespace warplens::own
