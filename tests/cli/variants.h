// The catalogue's variants, as `warplens list` names them.
#pragma once

#include <string>
#include <vector>

namespace warplens::cli_test {

// FAMILY/VARIANT of each; under a sanitizer of every fourth, for time (kernels/base/all_tests.h).
[[nodiscard]] std::vector<std::string> variants();
// Of those that are right.
[[nodiscard]] std::vector<std::string> right_variants();

}  // namespace warplens::cli_test
