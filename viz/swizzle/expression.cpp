#include "viz/swizzle/expression.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>

namespace warplens::swizzle {

namespace {

using Code = Expression::Code;

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }

struct Operator {
  std::string_view text;
  Code code;
  int precedence;  // C++'s: a higher one binds closer
};
constexpr std::array kOperators = {
    Operator{"<<", Code::shift_left, 4}, Operator{">>", Code::shift_right, 4},
    Operator{"|", Code::bit_or, 1},      Operator{"^", Code::bit_xor, 2},
    Operator{"&", Code::bit_and, 3},     Operator{"+", Code::add, 5},
    Operator{"-", Code::subtract, 5},    Operator{"*", Code::multiply, 6},
    Operator{"/", Code::divide, 6},      Operator{"%", Code::remainder, 6},
};

bool fits(std::int64_t value) {
  return value >= std::numeric_limits<std::int32_t>::min() &&
         value <= std::numeric_limits<std::int32_t>::max();
}

// What |a|, |b| ≤ 2³¹ give, exact in 64 bits.
std::int64_t operated(Code code, std::int64_t a, std::int64_t b) {
  switch (code) {
    case Code::bit_or:
      return a | b;
    case Code::bit_xor:
      return a ^ b;
    case Code::bit_and:
      return a & b;
    case Code::shift_left:
      return a * (std::int64_t{1} << b);
    case Code::shift_right:
      return a >> b;
    case Code::add:
      return a + b;
    case Code::subtract:
      return a - b;
    case Code::multiply:
      return a * b;
    case Code::divide:
      return a / b;
    default:
      return a % b;
  }
}

}  // namespace

class ExpressionParser {
 public:
  ExpressionParser(std::string_view text, std::span<const std::string_view> names)
      : text_(text), names_(names) {}

  Result<Expression> parse() {
    if (text_.size() > Expression::kLongest)
      return fail(tr("an expression of {} characters is too long: at most {}", text_.size(),
                     Expression::kLongest));
    TRY(parse_binary(1));
    if (next() != '\0' || at_ < text_.size()) return unexpected();
    Expression expression;
    expression.text_ = text_;
    expression.steps_ = std::move(steps_);
    return expression;
  }

 private:
  char next() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }

  tl::unexpected<Error> unexpected() {
    if (at_ >= text_.size())
      return fail(tr("'{}' ends too early: write a number, a name or (…)", text_));
    return fail(tr("'{}': unexpected '{}' at character {}: write as in col ^ (row >> 1)", text_,
                   text_.substr(at_, 1), at_ + 1));
  }

  const Operator* operator_here() {
    next();
    for (const Operator& one : kOperators) {
      if (text_.substr(at_).starts_with(one.text)) return &one;
    }
    return nullptr;
  }

  Result<void> parse_binary(int least) {
    Result<void> operand = parse_operand();
    if (!operand.has_value()) return operand;
    for (const Operator* one = operator_here(); one != nullptr && one->precedence >= least;
         one = operator_here()) {
      at_ += one->text.size();
      operand = parse_binary(one->precedence + 1);
      if (!operand.has_value()) return operand;
      steps_.push_back({one->code, 0});
    }
    return {};
  }

  Result<void> parse_operand() {
    const char first = next();
    if (first == '(') return deeper([this] { return parse_parentheses(); });
    if (first == '-') return deeper([this] { return parse_signed(Code::subtract, 0); });
    if (first == '~') return deeper([this] { return parse_signed(Code::bit_xor, -1); });
    if (is_digit(first)) return parse_number();
    if (begins_name(first)) return parse_name();
    return unexpected();
  }

  // -a is 0 - a, ~a is -1 ^ a.
  Result<void> parse_signed(Code code, std::int32_t with) {
    ++at_;
    steps_.push_back({Code::number, with});
    Result<void> operand = parse_operand();
    steps_.push_back({code, 0});
    return operand;
  }

  Result<void> parse_parentheses() {
    ++at_;
    Result<void> inside = parse_binary(1);
    if (!inside.has_value()) return inside;
    if (next() != ')') return unexpected();
    ++at_;
    return {};
  }

  template <class Parse>
  Result<void> deeper(Parse parse) {
    if (++depth_ > Expression::kDeepest)
      return fail(tr("'{}' has more than {} parentheses in one another: write it simpler", text_,
                     Expression::kDeepest));
    Result<void> parsed = parse();
    --depth_;
    return parsed;
  }

  Result<void> parse_number() {
    const bool is_hexadecimal = text_.substr(at_).starts_with("0x");
    if (is_hexadecimal) at_ += 2;
    std::int32_t number = 0;
    const char* begin = text_.data() + at_;
    const char* end = text_.data() + text_.size();
    const auto [stop, error] = std::from_chars(begin, end, number, is_hexadecimal ? 16 : 10);
    if (error == std::errc::result_out_of_range)
      return fail(tr("'{}' has a number beyond 32 bits", text_));
    if (error != std::errc() || (is_hexadecimal && *begin == '-')) return unexpected();
    // In C++ 010 is 8: whoever writes it may mean either.
    if (!is_hexadecimal && *begin == '0' && stop - begin > 1) return unexpected();
    at_ = static_cast<std::size_t>(stop - text_.data());
    steps_.push_back({Code::number, number});
    return {};
  }

  Result<void> parse_name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && (begins_name(text_[at_]) || is_digit(text_[at_]))) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    const auto found = std::ranges::find(names_, name);
    if (found == names_.end())
      return fail(tr("'{}': nothing is called {}: there is {}", text_, name,
                     fmt::format("{}", fmt::join(names_, ", "))));
    steps_.push_back({Code::name, static_cast<std::int32_t>(found - names_.begin())});
    return {};
  }

  std::string_view text_;
  std::span<const std::string_view> names_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::vector<Expression::Step> steps_;
};

Result<Expression> Expression::parse(std::string_view text,
                                     std::span<const std::string_view> names) {
  return ExpressionParser(text, names).parse();
}

bool Expression::uses(std::int32_t name) const {
  return std::ranges::any_of(
      steps_, [&](const Step& step) { return step.code == Code::name && step.value == name; });
}

Result<std::int32_t> Expression::evaluate(std::span<const std::int32_t> values) const {
  std::array<std::int32_t, kLongest> stack;  // no more operands than characters
  std::size_t top = 0;
  for (const Step& step : steps_) {
    if (step.code == Code::number || step.code == Code::name) {
      stack[top++] =
          step.code == Code::number ? step.value : values[static_cast<std::size_t>(step.value)];
      continue;
    }
    const std::int64_t b = stack[--top];
    const std::int64_t a = stack[top - 1];
    if ((step.code == Code::divide || step.code == Code::remainder) && b == 0)
      return fail(tr("'{}' divides by zero", text_));
    if ((step.code == Code::shift_left || step.code == Code::shift_right) && (b < 0 || b > 31))
      return fail(tr("'{}' shifts by {} places: int has 0 to 31", text_, b));
    const std::int64_t value = operated(step.code, a, b);
    // What the quotient leaves, the remainder leaves, too: C++ defines neither.
    const bool is_defined = step.code != Code::remainder || fits(a / b);
    if (!fits(value) || !is_defined)
      return fail(tr("'{}' leaves int's 32 bits: choose smaller numbers", text_));
    stack[top - 1] = static_cast<std::int32_t>(value);
  }
  return stack[0];
}

}  // namespace warplens::swizzle
