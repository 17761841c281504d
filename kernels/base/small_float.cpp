#include "kernels/base/small_float.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace warplens {
namespace {

// A 16-bit floating-point format: sign, exponent, `mantissa_bits` of fraction.
struct SmallFormat {
  int mantissa_bits;
  int minimum_exponent;  // of normal numbers
  int maximum_exponent;
};
constexpr SmallFormat kHalf{kHalfDigits - 1, -14, 15};
constexpr SmallFormat kBfloat{kBfloatDigits - 1, -126, 127};

std::uint16_t encode(double value, const SmallFormat& format) {
  const unsigned sign = std::signbit(value) ? 0x8000u : 0u;
  const unsigned infinity = 0x7fffu & ~((1u << format.mantissa_bits) - 1);
  if (std::isnan(value)) return static_cast<std::uint16_t>(0x7fffu);
  const double magnitude = std::fabs(value);
  if (magnitude == 0) return static_cast<std::uint16_t>(sign);
  if (std::isinf(magnitude)) return static_cast<std::uint16_t>(sign | infinity);
  // In units of the last place, a normal number's integer part carries into the exponent by itself.
  const int exponent = std::max(std::ilogb(magnitude), format.minimum_exponent);
  if (exponent > format.maximum_exponent) return static_cast<std::uint16_t>(sign | infinity);
  const double units = std::nearbyint(std::ldexp(magnitude, format.mantissa_bits - exponent));
  const unsigned biased = static_cast<unsigned>(exponent - format.minimum_exponent);
  const unsigned bits = (biased << format.mantissa_bits) + static_cast<unsigned>(units);
  return static_cast<std::uint16_t>(sign | bits);
}

double decode(std::uint16_t bits, const SmallFormat& format) {
  const unsigned magnitude = bits & 0x7fffu;
  const unsigned fraction_mask = (1u << format.mantissa_bits) - 1;
  const unsigned exponent_field = magnitude >> format.mantissa_bits;
  const unsigned fraction = magnitude & fraction_mask;
  double value = 0;
  if (exponent_field == 0x7fffu >> format.mantissa_bits) {
    value = fraction == 0 ? std::numeric_limits<double>::infinity()
                          : std::numeric_limits<double>::quiet_NaN();
  } else {
    const unsigned significand = exponent_field == 0 ? fraction : fraction + fraction_mask + 1;
    const int exponent =
        format.minimum_exponent + std::max(static_cast<int>(exponent_field) - 1, 0);
    value = std::ldexp(significand, exponent - format.mantissa_bits);
  }
  return (bits & 0x8000u) != 0 ? -value : value;
}

}  // namespace

std::uint16_t to_half(double value) { return encode(value, kHalf); }
double from_half(std::uint16_t bits) { return decode(bits, kHalf); }
std::uint16_t to_bfloat(double value) { return encode(value, kBfloat); }
double from_bfloat(std::uint16_t bits) { return decode(bits, kBfloat); }

}  // namespace warplens
