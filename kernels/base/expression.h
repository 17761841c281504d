// Integer expressions: `ceil(n/256)`, `rows*cols + 1`, `col ^ (row >> 1)`.
//
//   expression = numbers (decimal, 0x…), names, | ^ & << >> + - * / % with C++'s precedence,
//                ~ and - before an operand, parentheses
//
// Two kinds of text are read:
//
//   sizes in words   any names, whose values a map has; ceil(a/b), min(a, b), max(a, b)
//   CUDA code        names that are given beforehand; what C++ would read otherwise is no
//                    expression (010, which is 8 there; functions)
//
// Values are exact: what would leave Integer's bits is an error, so that text, PTX and this
// evaluation never differ. `/` rounds towards zero as C++ does, ceil() of a division upwards. A
// name is a letter or _ and then letters, digits, _ and dots: `n`, `block.x`.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"

namespace warplens {

enum class ExpressionCode : std::uint8_t {
  number,
  name,
  bit_or,
  bit_xor,
  bit_and,
  shift_left,
  shift_right,
  add,
  subtract,
  multiply,
  divide,
  remainder,
  ceil,
  minimum,
  maximum,
};

// Integer: std::int32_t or std::int64_t.
template <class Integer>
class IntegerExpression {
 public:
  static constexpr std::size_t kLongest = 1000;  // characters
  static constexpr int kDeepest = 50;            // parentheses and signs in one another

  using Code = ExpressionCode;
  struct Step {  // in reverse Polish order
    Code code = Code::number;
    Integer value = 0;  // a number, or the index of a name
  };

  // Sizes in words. Errors: what is not an expression, one nested or long beyond reason; says
  // where.
  static Result<IntegerExpression> parse(std::string_view text);
  // CUDA code. Errors: those, and a name not in `names`.
  static Result<IntegerExpression> parse(std::string_view text,
                                         std::span<const std::string_view> names);

  // `values` stand beside names(), or beside the names that parse() was given. Errors: a division
  // by zero, a shift by less than 0 places or more than there are, a number beyond Integer's bits.
  Result<Integer> evaluate(std::span<const Integer> values) const;

  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  // The names in the expression, each once, in order of appearance.
  [[nodiscard]] const std::vector<std::string>& names() const { return names_; }
  [[nodiscard]] bool uses(Integer name) const;

 private:
  template <class>
  friend class ExpressionParser;

  std::string text_;
  std::vector<Step> steps_;
  std::vector<std::string> names_;
};

extern template class IntegerExpression<std::int32_t>;
extern template class IntegerExpression<std::int64_t>;

using IntExpression = IntegerExpression<std::int32_t>;  // as CUDA's int
using SizeExpression = IntegerExpression<std::int64_t>;

}  // namespace warplens
