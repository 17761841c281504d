#include "kernels/machine/operations/multifunction_unit.h"

#include <bit>
#include <cmath>
#include <cstddef>

#include "kernels/machine/operations/multifunction_tables.h"
#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine::mufu {
namespace {

constexpr int kPlaceBits = 17;     // of the place in an interval
constexpr int kFractionBits = 18;  // of an interpolated value, below the table's unit
constexpr int kExponentBias = 127;
constexpr std::uint32_t kSign = 0x80000000u;
constexpr std::uint32_t kMantissa = 0x7fffffu;
constexpr std::uint32_t kPlace = (1u << kPlaceBits) - 1;

const float kInfinity = std::bit_cast<float>(0x7f800000u);
const float kNan = std::bit_cast<float>(kCanonicalNan);

std::uint32_t bits(float x) { return std::bit_cast<std::uint32_t>(x); }
std::uint32_t mantissa(float x) { return bits(x) & kMantissa; }
int exponent(float x) { return static_cast<int>(bits(x) >> 23 & 0xffu) - kExponentBias; }
float with_sign_of(float x, float size) {
  return std::bit_cast<float>(bits(size) | (bits(x) & kSign));
}

// The upper 15 bits of a place's square of 34. Each partial product loses its columns below 2^19
// before they are added up, so it is less than the square's truncation.
std::int64_t truncated_square(std::uint32_t place) {
  constexpr int kDropped = 19;
  std::uint32_t sum = 0;
  for (int i = kDropped / 2 + 1; i < kPlaceBits; ++i) {
    const std::uint32_t below = place & ((1u << i) - (1u << (kDropped - 1 - i)));
    const std::uint32_t row = (below >> (kDropped - 1 - i)) + (1u << (2 * i - kDropped));
    sum += row & (0u - (place >> i & 1u));
  }
  return sum;
}

// In 2^-18 of the table's unit.
std::int64_t interpolate(const Quadratic& quadratic, std::uint32_t place) {
  constexpr int kSquareShift = kFractionBits - 15;
  constexpr int kPlaceShift = kFractionBits - kPlaceBits;
  return quadratic.constant + quadratic.slope * (std::int64_t{place} << kPlaceShift) +
         quadratic.curvature * (truncated_square(place) << kSquareShift);
}

// fixed * 2^scale, truncated to a float; denormals are zeros, and what is too large is infinite.
float truncated(std::int64_t fixed, int scale) {
  if (fixed <= 0) return 0;
  const auto size = static_cast<std::uint64_t>(fixed);
  const int width = std::bit_width(size);
  const std::uint64_t leading = width > 24 ? size >> (width - 24) : size << (24 - width);
  const int power = width - 1 + scale;
  if (power < 1 - kExponentBias) return 0;
  if (power > kExponentBias) return kInfinity;
  return std::bit_cast<float>(static_cast<std::uint32_t>(power + kExponentBias) << 23 |
                              (static_cast<std::uint32_t>(leading) & kMantissa));
}

// 24 bits of 1 / x for x = 1.mantissa: 2^23 < result <= 2^24.
std::int64_t reciprocal(std::uint32_t mantissa) {
  return interpolate(kReciprocal[mantissa >> 16], (mantissa & 0xffffu) << 1) >> kFractionBits;
}

std::size_t root_row(int exponent, std::uint32_t mantissa) {
  return (exponent & 1) * 64u + (mantissa >> kPlaceBits);
}

// 24 bits of 1 / sqrt(x) for x = 1.mantissa, or twice that where the exponent is odd.
std::int64_t reciprocal_root(int exponent, std::uint32_t mantissa) {
  if ((exponent & 1) == 0 && mantissa == 0) return 1 << 24;
  return interpolate(kReciprocalSquareRoot[root_row(exponent, mantissa)], mantissa & kPlace) >>
         kFractionBits;
}

// A quarter wave: 2^23 is the quarter.
float quarter_sine(std::uint32_t place) {
  return truncated(interpolate(kSine[place >> kPlaceBits], place & kPlace), -24 - kFractionBits);
}

// |turns| in 2^-25 of a turn, less whole turns.
std::uint32_t turn_fraction(float turns) {
  constexpr int kBits = 25;
  const int shift = exponent(turns) - 23 + kBits;
  const std::uint32_t significand = mantissa(turns) | 1u << 23;
  if (shift <= -24 || shift >= kBits) return 0;
  const std::uint32_t fixed = shift < 0 ? significand >> -shift : significand << shift;
  return fixed & ((1u << kBits) - 1);
}

// The sine at a place of 2^25 to the turn.
float sine_at(std::uint32_t place) {
  constexpr std::uint32_t kQuarter = 1u << 23;
  const bool falls = (place & kQuarter) != 0;
  const float size = quarter_sine((falls ? ~place : place) & (kQuarter - 1));
  return (place & 2 * kQuarter) != 0 ? -size : size;
}

// 2^x as a fixed-point number of 2^-23-18 times 2^power.
struct Power {
  std::int64_t fixed;
  int power;
};

// The fraction has 23 bits; of a negative input it is complemented, which is one unit less than
// negated.
Power power_of_two(float x) {
  const int shift = exponent(x);
  const std::uint64_t significand = mantissa(x) | 1u << 23;
  const std::uint64_t size = shift < -24 ? 0
                             : shift < 0 ? significand >> -shift
                                         : significand << shift;
  const auto whole = static_cast<int>(size >> 23);
  const auto fraction = static_cast<std::uint32_t>(size) & kMantissa;
  const bool complements = std::signbit(x) && fraction != 0;
  const std::uint32_t place = complements ? ~fraction & kMantissa : fraction;
  return {interpolate(kExponential2[place >> kPlaceBits], place & kPlace),
          std::signbit(x) ? -whole - (complements ? 1 : 0) : whole};
}

constexpr int kLargestPower = 1 << 8;  // of two: |x| from here on is not split into its parts

// Intervals of tanh's input: from each power of two on, until the next one.
struct TangentRange {
  std::uint8_t first;     // row of the table
  std::uint8_t row_bits;  // 2^row_bits intervals
};
constexpr int kFirstTangentPower = -8;
constexpr TangentRange kTangentRanges[] = {{0, 0},  {1, 0},  {2, 0},  {3, 1},  {5, 1}, {7, 2},
                                           {11, 2}, {15, 2}, {19, 3}, {27, 4}, {43, 3}};

// |x| that is at least 2^-8.
float tangent_of_size(float x) {
  const int power = exponent(x);
  if (power >= 3) return 1;
  const TangentRange range = kTangentRanges[power - kFirstTangentPower];
  const std::uint32_t place = mantissa(x) >> (23 - range.row_bits - kPlaceBits);
  return truncated(
      interpolate(kHyperbolicTangent[range.first + (place >> kPlaceBits)], place & kPlace),
      -24 - kFractionBits);
}

constexpr int kLogarithmBits = 36;  // of a logarithm's fraction; a negative one is complemented

float from_f16(std::uint16_t x) {
  const float sign = (x & 0x8000u) != 0 ? -1.0f : 1.0f;
  const int power = x >> 10 & 31;
  const int fraction = x & 0x3ff;
  if (power == 31) return fraction != 0 ? kNan : sign * kInfinity;
  return sign * (power == 0 ? std::ldexp(static_cast<float>(fraction), -24)
                            : std::ldexp(static_cast<float>(fraction | 0x400), power - 25));
}

// Truncated; from 2^16 on infinite.
std::uint16_t to_f16(float x) {
  const auto sign = static_cast<std::uint16_t>(bits(x) >> 16 & 0x8000u);
  const int power = exponent(x);
  if (x != x) return 0x7fff;
  if (power > 15) return sign | 0x7c00u;
  const std::uint32_t significand = mantissa(x) | 1u << 23;
  if (power < -14)
    return power < -24 ? sign : static_cast<std::uint16_t>(sign | significand >> (-1 - power));
  return static_cast<std::uint16_t>(sign | (power + 15) << 10 | (significand & kMantissa) >> 13);
}

float from_bf16(std::uint16_t x) { return std::bit_cast<float>(std::uint32_t{x} << 16); }
std::uint16_t to_bf16(float x) {
  return x != x ? 0x7fff : static_cast<std::uint16_t>(bits(x) >> 16);
}

// A double's upper word.
constexpr std::uint32_t kUpperMantissa = 0xfffffu;
constexpr std::uint32_t kUpperInfinity = 0x7ff00000u;
constexpr std::uint32_t kUpperNan = 0x7fffffffu;
constexpr int kUpperBias = 1023;

// value / 2^24 * 2^power, of 2^23 <= value <= 2^24.
std::uint32_t upper_word(std::int64_t value, int power) {
  const std::int64_t packed =
      (std::int64_t{power - 1 + kUpperBias} << 20) + ((value - (1 << 23)) >> 3);
  return packed >> 20 <= 0 ? 0 : static_cast<std::uint32_t>(packed);
}

}  // namespace

float ex2(float x) {
  if (x != x) return kNan;
  if (x >= kLargestPower) return kInfinity;
  if (x <= -kLargestPower) return 0;
  const Power result = power_of_two(x);
  return truncated(result.fixed, result.power - 23 - kFractionBits);
}

float lg2(float x) {
  x = flush_denormal(x);
  if (x == 0) return -kInfinity;
  if (!(x > 0)) return kNan;
  if (x == kInfinity) return x;
  if (x == 1) return 0;
  constexpr int kDropped = 24 + kFractionBits - kLogarithmBits;
  const std::uint32_t place = mantissa(x);
  const std::int64_t value =
      exponent(x) * (std::int64_t{1} << kLogarithmBits) +
      (interpolate(kLogarithm2[place >> kPlaceBits], place & kPlace) >> kDropped);
  return value < 0 ? -truncated(~value, -kLogarithmBits) : truncated(value, -kLogarithmBits);
}

float rcp(float x) {
  if (x != x) return kNan;
  x = flush_denormal(x);
  if (x == 0) return with_sign_of(x, kInfinity);
  if (std::isinf(x)) return with_sign_of(x, 0);
  return with_sign_of(x, truncated(reciprocal(mantissa(x)), -24 - exponent(x)));
}

float rsq(float x) {
  x = flush_denormal(x);
  if (x == 0) return with_sign_of(x, kInfinity);
  if (!(x > 0)) return kNan;
  if (x == kInfinity) return 0;
  const int power = exponent(x);
  return truncated(reciprocal_root(power, mantissa(x)), -24 - (power >> 1));
}

float sqrt(float x) {
  x = flush_denormal(x);
  if (x == 0 || x == kInfinity) return x;
  if (!(x > 0)) return kNan;
  const int power = exponent(x);
  const std::uint32_t place = mantissa(x);
  return truncated(interpolate(kSquareRoot[root_row(power, place)], place & kPlace),
                   -24 - kFractionBits + (power >> 1));
}

float tanh(float x) {
  if (x != x) return kNan;
  if (exponent(x) < kFirstTangentPower) return x;
  return with_sign_of(x, tangent_of_size(x));
}

float sin(float turns) {
  if (!std::isfinite(turns)) return kNan;
  const float size = sine_at(turn_fraction(turns));
  return std::signbit(turns) ? -size : size;
}

float cos(float turns) {
  if (!std::isfinite(turns)) return kNan;
  return sine_at(turn_fraction(turns) + (1u << 23));
}

std::uint16_t ex2_f16(std::uint16_t x) { return to_f16(ex2(from_f16(x))); }
std::uint16_t ex2_bf16(std::uint16_t x) { return to_bf16(ex2(from_bf16(x))); }
std::uint16_t tanh_f16(std::uint16_t x) { return to_f16(tanh(from_f16(x))); }
std::uint16_t tanh_bf16(std::uint16_t x) { return to_bf16(tanh(from_bf16(x))); }

std::uint32_t rcp64h(std::uint32_t x) {
  const std::uint32_t sign = x & kSign, size = x & ~kSign;
  if (size > kUpperInfinity) return kUpperNan;
  if (size == kUpperInfinity) return sign;
  if (size >> 20 == 0) return sign | kUpperInfinity;
  const int power = static_cast<int>(size >> 20) - kUpperBias;
  return sign | upper_word(reciprocal((size & kUpperMantissa) << 3), -power);
}

std::uint32_t rsq64h(std::uint32_t x) {
  const std::uint32_t size = x & ~kSign;
  if (size >> 20 == 0) return (x & kSign) | kUpperInfinity;
  if (x > kUpperInfinity) return kUpperNan;
  if (x == kUpperInfinity) return 0;
  const int power = static_cast<int>(size >> 20) - kUpperBias;
  return upper_word(reciprocal_root(power, (size & kUpperMantissa) << 3), -(power >> 1));
}

}  // namespace warplens::machine::mufu
