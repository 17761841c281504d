// Names of parameters from a Python source: `def add(x, y, n, BLOCK: tl.constexpr):`.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace warplens::caches {

// Those of the first function of that name; constants of a compiler's (`constexpr`) are left out.
// Nothing: there is none, or one whose parameters cannot be told (`*args`).
[[nodiscard]] std::vector<std::string> python_parameters(std::string_view source,
                                                         std::string_view function);

}  // namespace warplens::caches
