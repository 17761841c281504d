// Integer expressions as CUDA writes them: `col ^ (row >> 1)`.
//
//   expression = numbers (decimal, 0x…), names, | ^ & << >> + - * / % with C++'s precedence,
//                ~ and - before an operand, parentheses
//
// Numbers are int's 32 bits, as in the CUDA code that the expression becomes: what would leave them
// is an error, so that text, PTX and this evaluation never differ.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::swizzle {

class Expression {
 public:
  static constexpr std::size_t kLongest = 400;  // characters
  static constexpr int kDeepest = 40;           // parentheses and signs in one another

  enum class Code : std::uint8_t {
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
  };
  struct Step {  // in reverse Polish order
    Code code = Code::number;
    std::int32_t value = 0;  // a number, or the index of a name
  };

  // Errors: what is not an expression, one nested or long beyond reason, a name not in `names`;
  // says where.
  static Result<Expression> parse(std::string_view text, std::span<const std::string_view> names);

  // `values` stand beside the names that parse() was given. Errors: a division by zero, a shift by
  // less than 0 or more than 31 places, a number beyond 32 bits.
  Result<std::int32_t> evaluate(std::span<const std::int32_t> values) const;

  [[nodiscard]] const std::vector<Step>& steps() const { return steps_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] bool uses(std::int32_t name) const;

 private:
  friend class ExpressionParser;
  std::string text_;
  std::vector<Step> steps_;
};

}  // namespace warplens::swizzle
