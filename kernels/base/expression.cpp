#include "kernels/base/expression.h"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <optional>

namespace warplens {

namespace {

using Code = ExpressionCode;

template <class Integer>
constexpr int kBits = std::numeric_limits<std::make_unsigned_t<Integer>>::digits;

bool begins_name(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool continues_name(char c) { return begins_name(c) || is_digit(c) || c == '.'; }

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

// Why there is no value.
enum class Fault : std::uint8_t { none, divides_by_zero, places, too_large };

template <class Integer>
Fault shift_left(Integer& a, Integer places) {
  if (places < 0 || places >= kBits<Integer>) return Fault::places;
  const auto shifted =
      static_cast<Integer>(static_cast<std::make_unsigned_t<Integer>>(a) << places);
  const bool is_too_large = (shifted >> places) != a;
  a = shifted;
  return is_too_large ? Fault::too_large : Fault::none;
}

// An undefined quotient has an undefined remainder, too: C++ defines neither.
template <class Integer>
Fault fault_of_division(Integer a, Integer b) {
  if (b == 0) return Fault::divides_by_zero;
  return b == -1 && a == std::numeric_limits<Integer>::min() ? Fault::too_large : Fault::none;
}

template <class Integer>
Fault divide(Code code, Integer& a, Integer b) {
  const Fault fault = fault_of_division(a, b);
  if (fault != Fault::none) return fault;
  const Integer quotient = a / b, rest = a % b;
  const bool goes_up = code == Code::ceil && rest != 0 && (a < 0) == (b < 0);
  a = code == Code::remainder ? rest : quotient + (goes_up ? 1 : 0);
  return Fault::none;
}

// a = a `code` b, where C++ defines it for these operands.
template <class Integer>
Fault operate(Code code, Integer& a, Integer b) {
  const auto unless = [](bool is_too_large) {
    return is_too_large ? Fault::too_large : Fault::none;
  };
  switch (code) {
    case Code::bit_or:
      a |= b;
      return Fault::none;
    case Code::bit_xor:
      a ^= b;
      return Fault::none;
    case Code::bit_and:
      a &= b;
      return Fault::none;
    case Code::shift_left:
      return shift_left(a, b);
    case Code::shift_right:
      if (b < 0 || b >= kBits<Integer>) return Fault::places;
      a >>= b;
      return Fault::none;
    case Code::add:
      return unless(__builtin_add_overflow(a, b, &a));
    case Code::subtract:
      return unless(__builtin_sub_overflow(a, b, &a));
    case Code::multiply:
      return unless(__builtin_mul_overflow(a, b, &a));
    case Code::minimum:
      a = std::min(a, b);
      return Fault::none;
    case Code::maximum:
      a = std::max(a, b);
      return Fault::none;
    default:
      return divide(code, a, b);
  }
}

template <class Integer>
Text said(Fault fault, const std::string& expression, Integer b) {
  switch (fault) {
    case Fault::divides_by_zero:
      return tr("'{}' divides by zero: choose other numbers", expression);
    case Fault::places:
      return tr("'{}' shifts by {} places: {} bits have 0 to {}", expression, b, kBits<Integer>,
                kBits<Integer> - 1);
    default:
      return tr("'{}' is beyond {} bits: choose smaller numbers", expression, kBits<Integer>);
  }
}

}  // namespace

template <class Integer>
class ExpressionParser {
 public:
  using Expression = IntegerExpression<Integer>;
  using Names = std::optional<std::span<const std::string_view>>;  // those of CUDA code

  ExpressionParser(std::string_view text, Names names) : text_(text), names_(names) {}

  Result<Expression> parse() {
    if (text_.size() > Expression::kLongest)
      return fail(tr("an expression of {} characters is too long: at most {}", text_.size(),
                     Expression::kLongest));
    TRY(parse_binary(1));
    skip_blanks();
    if (at_ < text_.size()) return unexpected();
    made_.text_ = text_;
    return std::move(made_);
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && text_[at_] == ' ') ++at_;
  }
  // '\0' at the end: no part of an expression where the text has it.
  char next() {
    skip_blanks();
    return at_ < text_.size() ? text_[at_] : '\0';
  }
  Result<void> take(char c) {
    if (next() != c) return unexpected();
    ++at_;
    return {};
  }
  [[nodiscard]] bool is_code() const { return names_.has_value(); }

  tl::unexpected<Error> unexpected() {
    if (at_ >= text_.size())
      return fail(tr("'{}' ends too early: write a number, a name or (…)", text_));
    return fail(tr("'{}': unexpected '{}' at character {}: write as in {}", text_,
                   text_.substr(at_, 1), at_ + 1, is_code() ? "col ^ (row >> 1)" : "ceil(n/256)"));
  }

  void push(Code code, Integer value = 0) { made_.steps_.push_back({code, value}); }

  const Operator* operator_here() {
    skip_blanks();
    for (const Operator& one : kOperators) {
      if (text_.substr(at_).starts_with(one.text)) return &one;
    }
    return nullptr;
  }

  Result<void> parse_binary(int least) {
    TRY(parse_operand());
    for (const Operator* one = operator_here(); one != nullptr && one->precedence >= least;
         one = operator_here()) {
      at_ += one->text.size();
      TRY(parse_binary(one->precedence + 1));
      push(one->code);
    }
    return {};
  }

  Result<void> parse_operand() {
    const char first = next();
    if (first == '(') return parse_parentheses();
    if (first == '-') return parse_signed(Code::subtract, 0);
    if (first == '~') return parse_signed(Code::bit_xor, -1);
    if (is_digit(first)) return parse_number();
    if (begins_name(first)) return parse_name();
    return unexpected();
  }

  // -a is 0 - a, ~a is -1 ^ a.
  Result<void> parse_signed(Code code, Integer with) {
    ++at_;
    push(Code::number, with);
    TRY(deeper([this] { return parse_operand(); }));
    push(code);
    return {};
  }

  Result<void> parse_parentheses() {
    ++at_;
    TRY(deeper([this] { return parse_binary(1); }));
    return take(')');
  }

  template <class Parse>
  Result<void> deeper(Parse parse) {
    if (++depth_ > Expression::kDeepest)
      return fail(tr("'{}' has more than {} parentheses in one another: write it simpler", text_,
                     Expression::kDeepest));
    TRY(parse());
    --depth_;
    return {};
  }

  Result<void> parse_number() {
    const bool is_hexadecimal = text_.substr(at_).starts_with("0x");
    if (is_hexadecimal) at_ += 2;
    Integer number = 0;
    const char* begin = text_.data() + at_;
    const char* end = text_.data() + text_.size();
    const auto [stop, error] = std::from_chars(begin, end, number, is_hexadecimal ? 16 : 10);
    if (error == std::errc::result_out_of_range)
      return fail(tr("'{}' has a number beyond {} bits", text_, kBits<Integer>));
    if (error != std::errc() || *begin == '-') return unexpected();
    // In C++ 010 is 8: the author may mean either.
    const bool is_octal = !is_hexadecimal && *begin == '0' && stop - begin > 1;
    if (is_code() && is_octal) return unexpected();
    at_ = static_cast<std::size_t>(stop - text_.data());
    push(Code::number, number);
    return {};
  }

  Result<void> parse_name() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && continues_name(text_[at_])) ++at_;
    const std::string_view name = text_.substr(begin, at_ - begin);
    if (is_code()) return take_known(name);
    if (next() == '(') return parse_call(name);
    const auto found = std::ranges::find(made_.names_, name);
    push(Code::name, static_cast<Integer>(found - made_.names_.begin()));
    if (found == made_.names_.end()) made_.names_.emplace_back(name);
    return {};
  }

  Result<void> take_known(std::string_view name) {
    const auto found = std::ranges::find(*names_, name);
    if (found == names_->end())
      return fail(tr("'{}': nothing is called {}: there is {}", text_, name,
                     fmt::format("{}", fmt::join(*names_, ", "))));
    push(Code::name, static_cast<Integer>(found - names_->begin()));
    return {};
  }

  Result<void> parse_call(std::string_view function) {
    if (function == "ceil") return parse_ceil();
    if (function == "min") return parse_pair(Code::minimum);
    if (function == "max") return parse_pair(Code::maximum);
    return fail(tr("'{}': there is no function {}: use ceil, min or max", text_, function));
  }

  Result<void> parse_ceil() {
    TRY(parse_parentheses());
    Code& last = made_.steps_.back().code;
    if (last != Code::divide)
      return fail(tr("'{}': ceil rounds up a division: write ceil(a/b)", text_));
    last = Code::ceil;
    return {};
  }

  Result<void> parse_pair(Code code) {
    ++at_;
    for (const char end : {',', ')'}) {
      TRY(deeper([this] { return parse_binary(1); }));
      TRY(take(end));
    }
    push(code);
    return {};
  }

  std::string_view text_;
  Names names_;
  std::size_t at_ = 0;
  int depth_ = 0;
  Expression made_;
};

template <class Integer>
Result<IntegerExpression<Integer>> IntegerExpression<Integer>::parse(std::string_view text) {
  return ExpressionParser<Integer>(text, std::nullopt).parse();
}

template <class Integer>
Result<IntegerExpression<Integer>> IntegerExpression<Integer>::parse(
    std::string_view text, std::span<const std::string_view> names) {
  return ExpressionParser<Integer>(text, names).parse();
}

template <class Integer>
bool IntegerExpression<Integer>::uses(Integer name) const {
  return std::ranges::any_of(
      steps_, [&](const Step& step) { return step.code == Code::name && step.value == name; });
}

template <class Integer>
Result<Integer> IntegerExpression<Integer>::evaluate(std::span<const Integer> values) const {
  std::array<Integer, kLongest> stack;  // no more operands than characters
  std::size_t top = 0;
  for (const Step& step : steps_) {
    if (step.code == Code::number || step.code == Code::name) {
      stack[top++] =
          step.code == Code::number ? step.value : values[static_cast<std::size_t>(step.value)];
      continue;
    }
    const Integer b = stack[--top];
    const Fault fault = operate(step.code, stack[top - 1], b);
    if (fault != Fault::none) [[unlikely]]
      return fail(said(fault, text_, b));
  }
  return stack[0];
}

template class IntegerExpression<std::int32_t>;
template class IntegerExpression<std::int64_t>;

}  // namespace warplens
