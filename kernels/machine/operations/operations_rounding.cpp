#include "kernels/machine/operations/operations_rounding.h"

#include <algorithm>

namespace warplens::machine {
namespace {

bool rounds_up(double fraction, bool is_odd, bool is_negative, Rounding rounding) {
  switch (rounding) {
    case Rounding::nearest_even:
      return fraction > 0.5 || (fraction == 0.5 && is_odd);
    case Rounding::nearest_away:
      return fraction >= 0.5;
    case Rounding::down:
      return is_negative && fraction > 0;
    case Rounding::up:
      return !is_negative && fraction > 0;
    case Rounding::to_zero:
      return false;
  }
  return false;
}

bool overflows_to_infinity(bool is_negative, Rounding rounding) {
  switch (rounding) {
    case Rounding::to_zero:
      return false;
    case Rounding::down:
      return is_negative;
    case Rounding::up:
      return !is_negative;
    default:
      return true;
  }
}

// Magnitude bits of a finite, non-zero x; may reach or pass those of infinity.
// does_round_up(fraction, is_odd) is asked of the magnitude.
template <class RoundsUp>
std::uint32_t round_magnitude(double x, const FloatFormat& format, RoundsUp does_round_up) {
  const int exponent = std::ilogb(x);
  if (exponent > 1 - format.minimum_exponent) return ~0u;
  const int quantum = std::max(exponent, format.minimum_exponent) - (format.precision - 1);
  const double scaled = std::ldexp(std::abs(x), -quantum);
  const double whole = std::floor(scaled);
  auto mantissa = static_cast<std::uint32_t>(whole);
  if (does_round_up(scaled - whole, (mantissa & 1u) != 0)) ++mantissa;
  if (exponent < format.minimum_exponent) return mantissa;
  const auto steps = static_cast<std::uint32_t>(exponent - format.minimum_exponent);
  return (steps << (format.precision - 1)) + mantissa;
}

template <class RoundsUp>
std::uint32_t narrow_by(double x, const FloatFormat& format, RoundsUp does_round_up,
                        bool may_be_infinite) {
  const auto exponents = static_cast<std::uint32_t>(4 - 2 * format.minimum_exponent);
  const int exponent_bits = std::countr_zero(exponents);
  const int mantissa_bits = format.precision - 1;
  const std::uint32_t sign_bit = 1u << (exponent_bits + mantissa_bits);
  const std::uint32_t infinity = (exponents - 1) << mantissa_bits;
  const std::uint32_t sign = std::signbit(x) ? sign_bit : 0u;
  std::uint32_t bits = 0;
  if (std::isnan(x)) return (sign_bit - 1) << format.unused_bits;
  if (std::isinf(x)) {
    bits = infinity;
  } else if (x != 0) {
    bits = round_magnitude(x, format, does_round_up);
    if (bits >= infinity) bits = may_be_infinite ? infinity : infinity - 1;
  }
  return (sign | bits) << format.unused_bits;
}

}  // namespace

std::optional<Rounding> take_rounding(InstructionReader& reader) {
  if (reader.take("rn")) return Rounding::nearest_even;
  if (reader.take("rz")) return Rounding::to_zero;
  if (reader.take("rm")) return Rounding::down;
  if (reader.take("rp")) return Rounding::up;
  return std::nullopt;
}

std::uint32_t narrow(double x, const FloatFormat& format, Rounding rounding) {
  const bool is_negative = std::signbit(x);
  return narrow_by(
      x, format,
      [&](double fraction, bool is_odd) {
        return rounds_up(fraction, is_odd, is_negative, rounding);
      },
      overflows_to_infinity(is_negative, rounding));
}

std::uint32_t narrow(double x, const FloatFormat& format, RandomBits random) {
  const double one = std::ldexp(1.0, static_cast<int>(random.count));
  const double added = std::fmod(random.bits, one) / one;
  return narrow_by(
      x, format, [&](double fraction, bool) { return fraction + added >= 1; }, true);
}

double multiply_add_to_odd(double a, double b, double c) {
  const double product = a * b;
  const double sum = product + c;
  if (!std::isfinite(sum)) return sum;
  // Knuth's two-sum: sum + error is the exact value.
  const double from_c = sum - product;
  const double error = (product - (sum - from_c)) + (c - from_c);
  const auto bits = std::bit_cast<std::uint64_t>(sum);
  if (error == 0 || (bits & 1u) != 0) return sum;
  const bool away_from_zero = (error > 0) == (sum > 0);
  return std::bit_cast<double>(away_from_zero ? bits + 1 : bits - 1);
}

float widen(Half x) {
  const std::uint32_t sign = static_cast<std::uint32_t>(x.bits & 0x8000u) << 16;
  const std::uint32_t magnitude = x.bits & 0x7fffu;
  if (magnitude >= 0x7c00u) return std::bit_cast<float>(sign | 0x7f800000u | magnitude << 13);
  // As an f32 the exponent is 112 too low; the product is exact, denormals included.
  const float scaled = std::bit_cast<float>(magnitude << 13) * 0x1p112f;
  return std::bit_cast<float>(sign | std::bit_cast<std::uint32_t>(scaled));
}

}  // namespace warplens::machine
