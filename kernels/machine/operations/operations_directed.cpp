#include "kernels/machine/operations/operations_directed.h"

#include <algorithm>
#include <utility>

namespace warplens::machine {
namespace {

__extension__ using Wide = unsigned __int128;

constexpr int kMantissaBits = 52;
constexpr int kMinimumExponent = -1074;  // of the smallest denormal
constexpr std::uint64_t kHiddenBit = std::uint64_t{1} << kMantissaBits;
constexpr std::uint64_t kSignBit = std::uint64_t{1} << 63;
constexpr std::uint64_t kInfinity = std::uint64_t{0x7ff} << kMantissaBits;

// ±magnitude·2^exponent with a magnitude below 2^127. When it is too long it is rounded to odd: its
// last bit is set if anything was cut off, so that rounding once more sees that it is inexact.
struct Exact {
  bool is_negative = false;
  int exponent = 0;
  Wide magnitude = 0;
};

Exact exact(double x) {
  const auto bits = std::bit_cast<std::uint64_t>(x);
  const auto field = static_cast<int>(bits >> kMantissaBits & 0x7ffu);
  const std::uint64_t mantissa = (bits & (kHiddenBit - 1)) | (field != 0 ? kHiddenBit : 0);
  return {(bits & kSignBit) != 0, std::max(field, 1) - 1 + kMinimumExponent, mantissa};
}

int width(Wide x) {
  const auto high = static_cast<std::uint64_t>(x >> 64);
  const auto low = static_cast<std::uint64_t>(x);
  return high != 0 ? 64 + static_cast<int>(std::bit_width(high))
                   : static_cast<int>(std::bit_width(low));
}

// The same value with a magnitude of 126 bits, so that two can be added.
Exact widened(const Exact& x) {
  const int shift = 126 - width(x.magnitude);
  return {x.is_negative, x.exponent - shift, x.magnitude << shift};
}

Wide shifted_to_odd(Wide magnitude, int shift) {
  shift = std::min(shift, 127);
  const Wide kept = magnitude >> shift;
  return kept | static_cast<unsigned>(kept << shift != magnitude);
}

// Neither addend is zero. 126 bits hold a product and 20 zeros: a difference that loses leading
// bits has cut off nothing.
Exact sum_of_numbers(const Exact& a, const Exact& b) {
  Exact large = widened(a), small = widened(b);
  if (large.exponent < small.exponent) std::swap(large, small);
  small.magnitude = shifted_to_odd(small.magnitude, large.exponent - small.exponent);
  if (large.is_negative == small.is_negative) {
    large.magnitude += small.magnitude;
  } else if (large.magnitude >= small.magnitude) {
    large.magnitude -= small.magnitude;
  } else {
    large.magnitude = small.magnitude - large.magnitude;
    large.is_negative = small.is_negative;
  }
  return large;
}

Exact sum(Rounding rounding, const Exact& a, const Exact& b) {
  Exact result = a.magnitude == 0 ? b : b.magnitude == 0 ? a : sum_of_numbers(a, b);
  const bool is_negative_zero =
      a.is_negative == b.is_negative ? a.is_negative : rounding == Rounding::down;
  if (result.magnitude == 0) result.is_negative = is_negative_zero;
  return result;
}

Exact product(const Exact& a, const Exact& b) {
  return {a.is_negative != b.is_negative, a.exponent + b.exponent, a.magnitude * b.magnitude};
}

Exact quotient(const Exact& a, const Exact& b) {
  const Exact dividend = widened(a);
  const Wide whole = dividend.magnitude / b.magnitude;
  const bool has_remainder = whole * b.magnitude != dividend.magnitude;
  return {a.is_negative != b.is_negative, dividend.exponent - b.exponent,
          whole | static_cast<unsigned>(has_remainder)};
}

double rounded_to_double(Rounding rounding, const Exact& x) {
  const std::uint64_t sign = x.is_negative ? kSignBit : 0;
  if (x.magnitude == 0) return std::bit_cast<double>(sign);
  const int quantum =
      std::max(x.exponent + width(x.magnitude) - (kMantissaBits + 1), kMinimumExponent);
  const int left = std::max(x.exponent - quantum, 0);
  const int right = std::clamp(quantum - x.exponent, 0, 127);
  const Wide whole = x.magnitude << left >> right;
  const bool is_outward = rounds_outward(rounding, x.is_negative);
  const bool is_inexact = whole << right != x.magnitude << left;
  const auto mantissa = static_cast<std::uint64_t>(whole) + (is_outward && is_inexact);
  const auto steps = static_cast<std::uint64_t>(quantum - kMinimumExponent);
  const std::uint64_t bits = (steps << kMantissaBits) + mantissa;
  const std::uint64_t greatest = is_outward ? kInfinity : kInfinity - 1;
  return std::bit_cast<double>(sign | std::min(bits, greatest));
}

template <class... T>
bool are_finite(T... x) {
  return (std::isfinite(x) && ...);
}

}  // namespace

double directed_sum(Rounding rounding, double a, double b) {
  if (!are_finite(a, b)) return a + b;
  return rounded_to_double(rounding, sum(rounding, exact(a), exact(b)));
}

double directed_product(Rounding rounding, double a, double b) {
  if (!are_finite(a, b)) return a * b;
  return rounded_to_double(rounding, product(exact(a), exact(b)));
}

double directed_multiply_add(Rounding rounding, double a, double b, double c) {
  if (!are_finite(a, b, c)) return std::fma(a, b, c);
  return rounded_to_double(rounding, sum(rounding, product(exact(a), exact(b)), exact(c)));
}

double directed_quotient(Rounding rounding, double a, double b) {
  if (!are_finite(a, b) || b == 0) return a / b;
  return rounded_to_double(rounding, quotient(exact(a), exact(b)));
}

double directed_root(Rounding rounding, double a) {
  const double nearest = std::sqrt(a);
  if (!std::isfinite(nearest) || nearest == 0) return nearest;
  const Exact root = exact(nearest), square = product(root, root), radicand = exact(a);
  const Wide scaled = radicand.magnitude << (radicand.exponent - square.exponent);
  const bool is_less = scaled < square.magnitude;
  const bool is_greater = scaled > square.magnitude;
  return directed(rounding, nearest, is_less, is_greater);
}

}  // namespace warplens::machine
