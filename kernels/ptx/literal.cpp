#include <bit>
#include <charconv>

#include "kernels/ptx/expression.h"

namespace warplens::ptx {
namespace {

bool read_integer(std::string_view digits, int base, std::uint64_t& value) {
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, base);
  return error == std::errc{} && stop == end && !digits.empty();
}

bool read_bit_pattern(std::string_view text, std::size_t digits, Constant& constant) {
  return text.size() == digits + 2 && read_integer(text.substr(2), 16, constant.bits);
}

bool read_decimal_float(std::string_view text, Constant& constant) {
  double value = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, value);
  if (error != std::errc{} || stop != end) return false;
  constant = {Constant::Kind::f64, false, std::bit_cast<std::uint64_t>(value)};
  return true;
}

bool read_whole_number(std::string_view text, Constant& constant) {
  if (text.ends_with('U') || text.ends_with('u')) {
    constant.is_unsigned = true;
    text.remove_suffix(1);
  }
  int base = 10;
  if (text.size() > 1 && text[0] == '0') {
    base = 8;
    text.remove_prefix(1);
    if (text[0] == 'x' || text[0] == 'X') base = 16;
    if (text[0] == 'b' || text[0] == 'B') base = 2;
    if (base != 8) text.remove_prefix(1);
  }
  if (!read_integer(text, base, constant.bits)) return false;
  // A literal beyond the signed range is unsigned (PTX ISA 4.5.1).
  constant.is_unsigned |= (constant.bits >> 63) != 0;
  return true;
}

}  // namespace

bool read_literal(std::string_view text, Constant& constant) {
  constant = {};
  const char second = text.size() > 1 && text[0] == '0' ? text[1] : '\0';
  if (second == 'f' || second == 'F') {
    constant.kind = Constant::Kind::f32;
    return read_bit_pattern(text, 8, constant);
  }
  if (second == 'd' || second == 'D') {
    constant.kind = Constant::Kind::f64;
    return read_bit_pattern(text, 16, constant);
  }
  const bool hexadecimal = second == 'x' || second == 'X';
  if (!hexadecimal && text.find_first_of(".eE") != std::string_view::npos) {
    return read_decimal_float(text, constant);
  }
  return read_whole_number(text, constant);
}

}  // namespace warplens::ptx
