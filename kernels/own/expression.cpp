#include "kernels/own/expression.h"

#include <algorithm>
#include <charconv>
#include <limits>

namespace warplens::own {

namespace {

constexpr std::size_t kLongest = 1000;  // characters
constexpr int kDeepest = 50;            // parentheses in one another

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool continues_name(char c) { return begins_name(c) || is_digit(c) || c == '.'; }

std::int64_t ceiling(std::int64_t a, std::int64_t b) {
  return a / b + (a % b != 0 && (a < 0) == (b < 0) ? 1 : 0);
}

}  // namespace

class ExpressionParser {
 public:
  explicit ExpressionParser(std::string_view text) : text_(text) {}

  Result<Expression> parse() {
    Expression expression;
    if (text_.size() > kLongest)
      return fail(tr("an expression of {} characters is too long: at most {}", text_.size(), kLongest));
    TRY(parse_sum());
    if (next() != '\0') return unexpected();
    expression.text_ = text_;
    expression.steps_ = std::move(steps_);
    return expression;
  }

 private:
  using Code = Expression::Code;

  char next() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  bool take(char c) {
    if (next() != c) return false;
    ++at_;
    return true;
  }
  tl::unexpected<Error> unexpected() {
    if (next() == '\0')
      return fail(tr("'{}' ends too early: write a number, a name or (…)", text_));
    return fail(tr("'{}': unexpected '{}' at character {}: write as in ceil(n/256)", text_,
                        text_.substr(at_, 1), at_ + 1));
  }
  void push(Code code) { steps_.push_back({code}); }

  Result<void> parse_sum() {
    Result<void> term = parse_product();
    while (term.has_value() && (next() == '+' || next() == '-')) {
      const Code code = text_[at_++] == '+' ? Code::add : Code::subtract;
      term = parse_product();
      push(code);
    }
    return term;
  }

  Result<void> parse_product() {
    Result<void> factor = parse_factor();
    while (factor.has_value() && (next() == '*' || next() == '/' || next() == '%')) {
      const char sign = text_[at_++];
      factor = parse_factor();
      push(sign == '*' ? Code::multiply : sign == '/' ? Code::divide : Code::remainder);
    }
    return factor;
  }

  Result<void> parse_factor() {
    const char first = next();
    if (first == '-') return parse_negative();
    if (first == '(') return parse_parentheses();
    if (is_digit(first)) return parse_number();
    if (begins_name(first)) return parse_name();
    return unexpected();
  }

  Result<void> parse_negative() {
    ++at_;
    steps_.push_back({Code::number, 0});
    const Result<void> factor = deeper([this] { return parse_factor(); });
    push(Code::subtract);
    return factor;
  }

  Result<void> parse_parentheses() {
    ++at_;
    const Result<void> sum = deeper([this] { return parse_sum(); });
    if (!sum.has_value()) return sum;
    return take(')') ? Result<void>() : unexpected();
  }

  template <class Parse>
  Result<void> deeper(Parse parse) {
    if (++depth_ > kDeepest)
      return fail(tr("'{}' has more than {} parentheses in one another: write it simpler", text_, kDeepest));
    const Result<void> parsed = parse();
    --depth_;
    return parsed;
  }

  Result<void> parse_number() {
    std::int64_t number = 0;
    const char* end = text_.data() + text_.size();
    const auto [stop, error] = std::from_chars(text_.data() + at_, end, number);
    if (error != std::errc())
      return fail(tr("'{}' has a number beyond 64 bits", text_));
    at_ = static_cast<std::size_t>(stop - text_.data());
    steps_.push_back({Code::number, number});
    return {};
  }

  Result<void> parse_name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && continues_name(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (next() == '(') return parse_call(name);
    steps_.push_back({Code::name, 0, std::string(name)});
    return {};
  }

  Result<void> parse_call(std::string_view function) {
    if (function == "ceil") return parse_ceil();
    if (function == "min") return parse_pair(Code::minimum);
    if (function == "max") return parse_pair(Code::maximum);
    return fail(tr("'{}': there is no function {}: use ceil, min or max", text_, function));
  }

  Result<void> parse_ceil() {
    const Result<void> inside = parse_parentheses();
    if (!inside.has_value()) return inside;
    if (steps_.back().code != Code::divide)
      return fail(tr("'{}': ceil rounds up a division: write ceil(a/b)", text_));
    steps_.back().code = Code::ceil;
    return {};
  }

  Result<void> parse_pair(Code code) {
    ++at_;
    Result<void> part = deeper([this] { return parse_sum(); });
    if (!part.has_value()) return part;
    if (!take(',')) return unexpected();
    part = deeper([this] { return parse_sum(); });
    if (!part.has_value()) return part;
    if (!take(')')) return unexpected();
    push(code);
    return {};
  }

  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
  std::vector<Expression::Step> steps_;
};

Result<Expression> Expression::parse(std::string_view text) {
  return ExpressionParser(text).parse();
}

Result<std::int64_t> Expression::value_of(const Step& step, const Values& values) const {
  if (step.code == Code::number) return step.number;
  const auto found = values.find(step.name);
  if (found != values.end()) return found->second;
  std::string known;
  for (const auto& [name, value] : values) known += (known.empty() ? "" : ", ") + name;
  return fail(tr("'{}': nothing is called {}: there is {}",
                      text_, step.name, known.empty() ? "-" : known));
}

Result<std::int64_t> Expression::evaluate(const Values& values) const {
  std::vector<std::int64_t> stack;
  for (const Step& step : steps_) {
    if (step.code == Code::number || step.code == Code::name) {
      const Result<std::int64_t> value = value_of(step, values);
      if (!value.has_value()) return value;
      stack.push_back(*value);
      continue;
    }
    const std::int64_t b = stack.back();
    stack.pop_back();
    std::int64_t& a = stack.back();
    const bool divides =
        step.code == Code::divide || step.code == Code::remainder || step.code == Code::ceil;
    if (divides && b == 0)
      return fail(tr("'{}' divides by zero: choose another size",
                          text_));
    bool is_too_large = divides && b == -1 && a == std::numeric_limits<std::int64_t>::min();
    switch (step.code) {
      case Code::add:
        is_too_large = __builtin_add_overflow(a, b, &a);
        break;
      case Code::subtract:
        is_too_large = __builtin_sub_overflow(a, b, &a);
        break;
      case Code::multiply:
        is_too_large = __builtin_mul_overflow(a, b, &a);
        break;
      case Code::divide:
        if (!is_too_large) a /= b;
        break;
      case Code::remainder:
        if (!is_too_large) a %= b;
        break;
      case Code::ceil:
        if (!is_too_large) a = ceiling(a, b);
        break;
      case Code::minimum:
        a = std::min(a, b);
        break;
      default:
        a = std::max(a, b);
    }
    if (is_too_large)
      return fail(tr("'{}' is beyond 64 bits: choose smaller sizes", text_));
  }
  return stack.back();
}

std::vector<std::string> Expression::names() const {
  std::vector<std::string> names;
  for (const Step& step : steps_) {
    const bool is_new = std::find(names.begin(), names.end(), step.name) == names.end();
    if (step.code == Code::name && is_new) names.push_back(step.name);
  }
  return names;
}

Result<std::int64_t> evaluate(std::string_view expression, const Values& values) {
  TRY(const Expression parsed, Expression::parse(expression));
  return parsed.evaluate(values);
}

}  // namespace warplens::own
