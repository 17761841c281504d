// Sizes in words: `ceil(n/256)`, `rows*cols`, `min(n, 1024) + 1`.
//
//   expression = numbers, names, + - * / %, ceil(a/b), min(a, b), max(a, b), parentheses
//
// Numbers are 64-bit integers; `/` rounds towards zero as C++ does, ceil() of a division upwards. A
// name is a letter or _ and then letters, digits, _ and dots: `n`, `block.x`.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "kernels/base/result.h"

namespace warplens::own {

using Values = std::map<std::string, std::int64_t, std::less<>>;

class Expression {
 public:
  // Errors: what is not an expression, one nested or long beyond reason; says where.
  static Result<Expression> parse(std::string_view text);

  // Errors: a name that has no value, a division by zero, a number beyond 64 bits.
  Result<std::int64_t> evaluate(const Values& values) const;
  [[nodiscard]] std::vector<std::string> names() const;  // each once, in order of appearance

 private:
  friend class ExpressionParser;
  enum class Code : std::uint8_t {
    number,
    name,
    add,
    subtract,
    multiply,
    divide,
    remainder,
    ceil,
    minimum,
    maximum
  };
  struct Step {  // in reverse Polish order
    Code code = Code::number;
    std::int64_t number = 0;
    std::string name{};
  };
  Result<std::int64_t> value_of(const Step& step, const Values& values) const;

  std::string text_;
  std::vector<Step> steps_;
};

// Parses and evaluates at once.
Result<std::int64_t> evaluate(std::string_view expression, const Values& values);

}  // namespace warplens::own
