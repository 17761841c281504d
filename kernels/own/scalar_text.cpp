#include "kernels/own/scalar_text.h"

#include <bit>
#include <charconv>
#include <cmath>
#include <optional>

#include "kernels/base/small_float.h"

namespace warplens::own {

namespace {

using catalog::ElementType;

// A whole word or nothing.
template <class T>
std::optional<T> parse_number(std::string_view text) {
  T value{};
  const char* end = text.data() + text.size();
  const auto result = std::from_chars(text.data(), end, value);
  if (result.ec != std::errc() || result.ptr != end) return std::nullopt;
  return value;
}

std::string_view without_plus(std::string_view text) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  return text;
}

template <class T>
std::optional<std::uint64_t> integer_bits(std::string_view text) {
  const auto value = parse_number<T>(without_plus(text));
  if (!value.has_value()) return std::nullopt;
  return static_cast<std::uint64_t>(static_cast<std::make_unsigned_t<T>>(*value));
}

template <class T, class Bits>
std::optional<std::uint64_t> float_bits(std::string_view text) {
  const auto value = parse_number<T>(without_plus(text));
  if (!value.has_value()) return std::nullopt;
  return std::bit_cast<Bits>(*value);
}

// A finite number that would round to infinity does not fit.
std::optional<std::uint64_t> small_float_bits(std::string_view text, std::uint16_t (*to)(double),
                                              double (*from)(std::uint16_t)) {
  const auto value = parse_number<double>(without_plus(text));
  if (!value.has_value()) return std::nullopt;
  const std::uint16_t bits = to(*value);
  if (std::isfinite(*value) && !std::isfinite(from(bits))) return std::nullopt;
  return bits;
}

std::optional<std::uint64_t> bits_of_text(ElementType type, std::string_view text) {
  switch (type) {
    case ElementType::u8:
      return integer_bits<std::uint8_t>(text);
    case ElementType::i8:
      return integer_bits<std::int8_t>(text);
    case ElementType::u16:
      return integer_bits<std::uint16_t>(text);
    case ElementType::i16:
      return integer_bits<std::int16_t>(text);
    case ElementType::u32:
      return integer_bits<std::uint32_t>(text);
    case ElementType::i32:
      return integer_bits<std::int32_t>(text);
    case ElementType::u64:
      return integer_bits<std::uint64_t>(text);
    case ElementType::i64:
      return integer_bits<std::int64_t>(text);
    case ElementType::f16:
      return small_float_bits(text, to_half, from_half);
    case ElementType::bf16:
      return small_float_bits(text, to_bfloat, from_bfloat);
    case ElementType::f32:
      return float_bits<float, std::uint32_t>(text);
    case ElementType::f64:
      return float_bits<double, std::uint64_t>(text);
  }
  return std::nullopt;
}

}  // namespace

Result<std::uint64_t> scalar_bits(ElementType type, std::string_view text) {
  const auto bits = bits_of_text(type, text);
  if (bits.has_value()) return *bits;
  return fail(tr("'{}' is no value of type {}: give a number that it can hold", text,
                 catalog::name_of(type)));
}

}  // namespace warplens::own
