// The operations that a text may name, as CuTe does: composition(…, …), zipped_divide(…, …).
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "viz/cute/value.h"

namespace warplens::cute {

struct Function {
  std::string_view name;
  std::size_t least = 1, most = 1;  // operands
  Result<Value> (*apply)(const std::vector<Value>& operands);
};

// Null where nothing is called so.
[[nodiscard]] const Function* find_function(std::string_view name);
// "composition, logical_divide, …"
[[nodiscard]] std::string function_names();

}  // namespace warplens::cute
