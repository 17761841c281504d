// Formulas over values that words name:
//
//   2 * wavefronts pitch=34 + 1              a value; + - * / % ** xor, the last five from left to
//                                            right before the first two
//   time add/peeled 16384 / time add/linear_1d 16384 > 1.05     a comparison
//   0.95 < wavefronts < 1.05, 3 ~ pitch      several in a row; ~ is: within 5 percent
//
// Words, operators and parentheses stand between spaces. Words up to the next operator are one
// value; a number by itself is itself.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::lessons {

using Words = std::vector<std::string>;
using ValueOf = std::function<Result<double>(const Words&)>;

[[nodiscard]] Words words_of(std::string_view text);

// Errors: it is no formula, or of the first of its values that is none.
Result<double> formula_value(std::string_view text, const ValueOf& value_of);

struct Comparison {
  bool holds = false;
  std::string values;  // "2.5 < 2.7"
};
// Errors likewise.
Result<Comparison> compare(std::string_view text, const ValueOf& value_of);

}  // namespace warplens::lessons
