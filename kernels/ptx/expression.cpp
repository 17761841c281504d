#include "kernels/ptx/expression.h"

#include <array>
#include <optional>

namespace warplens::ptx {
namespace {

constexpr int kMaximumNesting = 64;

struct BinaryOperator {
  std::string_view text;
  int rank;  // C precedence: higher binds tighter
};
constexpr std::array<BinaryOperator, 18> kBinary = {{{"||", 1},
                                                     {"&&", 2},
                                                     {"|", 3},
                                                     {"^", 4},
                                                     {"&", 5},
                                                     {"==", 6},
                                                     {"!=", 6},
                                                     {"<", 7},
                                                     {">", 7},
                                                     {"<=", 7},
                                                     {">=", 7},
                                                     {"<<", 8},
                                                     {">>", 8},
                                                     {"+", 9},
                                                     {"-", 9},
                                                     {"*", 10},
                                                     {"/", 10},
                                                     {"%", 10}}};

std::optional<BinaryOperator> binary_at(const TokenCursor& cursor) {
  if (!cursor.at(Token::Kind::punctuation)) return std::nullopt;
  for (const BinaryOperator& candidate : kBinary) {
    if (cursor.at(candidate.text)) return candidate;
  }
  return std::nullopt;
}

std::uint64_t divide(std::uint64_t a, std::uint64_t b, bool is_unsigned, bool remainder) {
  if (is_unsigned) return remainder ? a % b : a / b;
  if (b == ~std::uint64_t{0}) return remainder ? 0 : 0 - a;  // INT64_MIN / -1 wraps
  const auto x = static_cast<std::int64_t>(a);
  const auto y = static_cast<std::int64_t>(b);
  return static_cast<std::uint64_t>(remainder ? x % y : x / y);
}

std::uint64_t shift(std::uint64_t a, std::uint64_t amount, bool is_unsigned, bool left) {
  const bool negative = !is_unsigned && (a >> 63) != 0;
  if (amount > 63) return !left && negative ? ~std::uint64_t{0} : 0;
  if (left) return a << amount;
  return is_unsigned ? a >> amount
                     : static_cast<std::uint64_t>(static_cast<std::int64_t>(a) >> amount);
}

bool less(std::uint64_t a, std::uint64_t b, bool is_unsigned) {
  return is_unsigned ? a < b : static_cast<std::int64_t>(a) < static_cast<std::int64_t>(b);
}

std::uint64_t compare(std::string_view op, std::uint64_t a, std::uint64_t b, bool is_unsigned) {
  if (op == "==") return a == b ? 1 : 0;
  if (op == "!=") return a != b ? 1 : 0;
  if (op == "<") return less(a, b, is_unsigned) ? 1 : 0;
  if (op == ">") return less(b, a, is_unsigned) ? 1 : 0;
  if (op == "<=") return less(b, a, is_unsigned) ? 0 : 1;
  return less(a, b, is_unsigned) ? 0 : 1;
}

Constant apply(TokenCursor& cursor, const BinaryOperator& op, const Constant& a,
               const Constant& b) {
  if (a.kind != Constant::Kind::integer || b.kind != Constant::Kind::integer) {
    cursor.fail("the operator '{}' takes integers, not floating-point constants", op.text);
    return {};
  }
  Constant result{Constant::Kind::integer, a.is_unsigned || b.is_unsigned, 0};
  if (op.rank == 6 || op.rank == 7) {
    return {Constant::Kind::integer, false, compare(op.text, a.bits, b.bits, result.is_unsigned)};
  }
  if (op.rank == 8) {
    result.is_unsigned = a.is_unsigned;
    result.bits = shift(a.bits, b.bits, a.is_unsigned, op.text == "<<");
  } else if (op.text == "/" || op.text == "%") {
    if (b.bits == 0) cursor.fail("division by zero in a constant expression");
    if (b.bits != 0) result.bits = divide(a.bits, b.bits, result.is_unsigned, op.text == "%");
  } else if (op.rank <= 2) {
    const bool either = a.bits != 0 || b.bits != 0;
    const bool both = a.bits != 0 && b.bits != 0;
    result = {Constant::Kind::integer, false, (op.rank == 1 ? either : both) ? 1u : 0u};
  } else {
    switch (op.text[0]) {
      case '+':
        result.bits = a.bits + b.bits;
        break;
      case '-':
        result.bits = a.bits - b.bits;
        break;
      case '*':
        result.bits = a.bits * b.bits;
        break;
      case '&':
        result.bits = a.bits & b.bits;
        break;
      case '|':
        result.bits = a.bits | b.bits;
        break;
      default:
        result.bits = a.bits ^ b.bits;
        break;
    }
  }
  return result;
}

Constant parse_ternary(TokenCursor& cursor, int nesting);

Constant negate(Constant value) {
  if (value.kind == Constant::Kind::f32) value.bits ^= 0x80000000u;
  if (value.kind == Constant::Kind::f64) value.bits ^= std::uint64_t{1} << 63;
  if (value.kind == Constant::Kind::integer) value.bits = 0 - value.bits;
  return value;
}

Constant parse_literal(TokenCursor& cursor) {
  if (cursor.accept("WARP_SZ")) return {Constant::Kind::integer, false, 32};
  Constant value;
  if (!cursor.at(Token::Kind::number)) {
    cursor.fail_expected("a constant");
  } else if (!read_literal(cursor.peek_text(), value)) {
    cursor.fail("{} is not a number that PTX can hold", in_quotes(cursor.peek_text()));
  } else {
    cursor.take();
  }
  return value;
}

Constant parse_parenthesised(TokenCursor& cursor, int nesting) {
  cursor.take();
  // (.s64) and (.u64) are casts.
  if (cursor.at(".s64") || cursor.at(".u64")) {
    const bool is_unsigned = cursor.text(cursor.take()) == ".u64";
    cursor.expect(")");
    Constant value = parse_literal(cursor);
    value.is_unsigned = is_unsigned;
    return value;
  }
  const Constant value = parse_ternary(cursor, nesting + 1);
  cursor.expect(")");
  return value;
}

Constant parse_unary(TokenCursor& cursor, int nesting) {
  std::string pending;
  while (cursor.at("-") || cursor.at("+") || cursor.at("~") || cursor.at("!")) {
    pending += cursor.text(cursor.take());
  }
  Constant value = cursor.at("(") ? parse_parenthesised(cursor, nesting) : parse_literal(cursor);
  for (; !pending.empty(); pending.pop_back()) {
    const char op = pending.back();
    if (op == '-') value = negate(value);
    if (op == '~' || op == '!') {
      if (value.kind != Constant::Kind::integer) cursor.fail("'{}' takes an integer", op);
      value.bits = op == '~' ? ~value.bits : (value.bits == 0 ? 1 : 0);
    }
  }
  return value;
}

Constant parse_binary(TokenCursor& cursor, int lowest_rank, int nesting) {
  Constant left = parse_unary(cursor, nesting);
  while (const auto op = binary_at(cursor)) {
    if (op->rank < lowest_rank) break;
    cursor.take();
    const Constant right = parse_binary(cursor, op->rank + 1, nesting);
    left = apply(cursor, *op, left, right);
  }
  return left;
}

Constant parse_ternary(TokenCursor& cursor, int nesting) {
  if (nesting > kMaximumNesting) {
    cursor.fail("this expression has more than {} nested parentheses", kMaximumNesting);
    return {};
  }
  const Constant condition = parse_binary(cursor, 1, nesting);
  if (!cursor.accept("?")) return condition;
  const Constant yes = parse_ternary(cursor, nesting + 1);
  cursor.expect(":");
  const Constant no = parse_ternary(cursor, nesting + 1);
  return condition.bits != 0 ? yes : no;
}

std::uint32_t as_count(TokenCursor& cursor, const Constant& value, std::string_view what) {
  if (value.kind == Constant::Kind::integer && value.bits <= 0xffffffffu) {
    return static_cast<std::uint32_t>(value.bits);
  }
  cursor.fail("{} must be an integer between 0 and 4294967295", what);
  return 0;
}

}  // namespace

Constant parse_constant(TokenCursor& cursor) { return parse_ternary(cursor, 0); }

std::uint64_t parse_offset(TokenCursor& cursor) {
  std::uint64_t offset = 0;
  while (cursor.at("+") || cursor.at("-")) {
    const bool minus = cursor.text(cursor.take()) == "-";
    const Constant part = parse_binary(cursor, 10, 0);
    if (part.kind != Constant::Kind::integer) cursor.fail("an offset must be an integer");
    offset += minus ? 0 - part.bits : part.bits;
  }
  return offset;
}

std::uint32_t parse_count(TokenCursor& cursor, std::string_view what) {
  return as_count(cursor, parse_constant(cursor), what);
}

std::uint32_t parse_count_atom(TokenCursor& cursor, std::string_view what) {
  return as_count(cursor, parse_literal(cursor), what);
}

bool at_constant(const TokenCursor& cursor) {
  return cursor.at(Token::Kind::number) || cursor.at("-") || cursor.at("+") || cursor.at("~") ||
         cursor.at("!") || cursor.at("(") || cursor.at("WARP_SZ");
}

}  // namespace warplens::ptx
