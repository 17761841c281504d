// cvt on one value: any integer or floating-point type to any other, exactly as PTX says.
#pragma once

#include <cmath>
#include <limits>
#include <type_traits>

#include "kernels/machine/operations/operations_directed.h"
#include "kernels/machine/operations/operations_map.h"
#include "kernels/machine/operations/operations_rounding.h"
#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine {

// An f32 whose low 13 mantissa bits are zero.
struct Tf32 {
  std::uint32_t bits = 0;
};

struct ConversionOptions {
  Rounding rounding = Rounding::nearest_even;
  bool to_integral = false;  // .rni, .rzi, .rmi, .rpi
  bool flush = false;        // .ftz: f32 denormals in and out; in but for f16 (an H200)
  bool saturate = false;     // .sat
  bool relu = false;         // negative results become 0
  bool is_finite = false;    // .satfinite: what is too large becomes the largest number
};

[[nodiscard]] double round_to_integral(double x, Rounding rounding);
// A double that rounds further (to 24 bits or fewer) as the integer itself would.
[[nodiscard]] double odd_double(std::uint64_t magnitude);
[[nodiscard]] double round_to_double(std::uint64_t magnitude, bool is_negative, Rounding rounding);

template <class D>
D narrow_to(double x, Rounding rounding) {
  if constexpr (std::is_same_v<D, double>) {
    return x != x ? quiet(x) : x;
  } else {
    constexpr FloatFormat kFormat = std::is_same_v<D, Half>     ? kF16
                                    : std::is_same_v<D, BFloat> ? kBf16
                                    : std::is_same_v<D, Tf32>   ? kTf32
                                                                : kF32;
    return std::bit_cast<D>(static_cast<Bits<D>>(narrow(x, kFormat, rounding)));
  }
}

template <class D, class S>
D integer_to_float(S value, Rounding rounding) {
  const bool is_negative = value < 0;
  const auto bits = static_cast<std::uint64_t>(value);
  const std::uint64_t magnitude = is_negative ? 0 - bits : bits;
  if constexpr (std::is_same_v<D, double>) {
    return round_to_double(magnitude, is_negative, rounding);
  } else {
    const double odd = odd_double(magnitude);
    return narrow_to<D>(is_negative ? -odd : odd, rounding);
  }
}

// Out of range: the nearest value there is.
template <class D, class S>
D integer_to_integer(S value, bool saturates) {
  if (!saturates) return static_cast<D>(value);
  __extension__ using Exact = __int128;
  const auto least = static_cast<Exact>(std::numeric_limits<D>::min());
  const auto greatest = static_cast<Exact>(std::numeric_limits<D>::max());
  const auto exact = static_cast<Exact>(value);
  return static_cast<D>(exact < least ? least : exact > greatest ? greatest : exact);
}

// NaN becomes 0 unless one of the types has 64 bits; then it becomes the destination's top bit.
template <class D>
D float_to_integer(double x, bool is_from_f64) {
  using U = std::make_unsigned_t<D>;
  if (std::isnan(x)) {
    const bool has_64_bits = is_from_f64 || sizeof(D) == 8;
    return has_64_bits ? static_cast<D>(static_cast<U>(U{1} << (8 * sizeof(D) - 1))) : D{0};
  }
  const double past_greatest = std::ldexp(1.0, std::numeric_limits<D>::digits);
  if (x >= past_greatest) return std::numeric_limits<D>::max();
  if (x <= static_cast<double>(std::numeric_limits<D>::min())) return std::numeric_limits<D>::min();
  return static_cast<D>(x);
}

template <class S>
double to_double(S value, bool flushes) {
  if constexpr (std::is_same_v<S, double>) {
    return value;
  } else if constexpr (std::is_same_v<S, float>) {
    return static_cast<double>(flushes ? flush_denormal(canonical(value)) : value);
  } else {
    return static_cast<double>(widen(value));
  }
}

inline double limit(double x, const ConversionOptions& options) {
  if (options.saturate) return x > 0 ? std::fmin(x, 1.0) : 0.0;
  return options.relu ? rectified(x) : x;
}

template <class D>
double limit_to_finite(double x) {
  if constexpr (sizeof(Bits<D>) > 4 || std::is_same_v<D, float>) return x;
  constexpr double kLargest = std::is_same_v<D, Half>     ? 65504.0
                              : std::is_same_v<D, BFloat> ? 0x1.fep127
                                                          : 0x1.ffcp127;
  return std::abs(x) > kLargest ? std::copysign(kLargest, x) : x;
}

// As the products of operations_float.cpp: what is denormal at 24 bits of any exponent.
template <class D>
D flush_result(D x, double exact, const ConversionOptions& options) {
  if constexpr (std::is_same_v<D, float>) {
    if (!options.flush) return x;
    const bool is_outward = rounds_outward(options.rounding, std::signbit(x));
    const double limit = 0x1p-126 * (1 - (is_outward ? 0x1p-24 : 0x1p-25));
    const double magnitude = std::abs(exact);
    const bool is_tiny = is_outward ? magnitude <= limit : magnitude < limit;
    return is_tiny ? std::copysign(0.0f, x) : flush_denormal(x);
  } else {
    return x;
  }
}

// What is left of a NaN whose bits are cut off: its sign and its upper bits, quiet.
template <class D>
D cut_nan(double nan) {
  constexpr unsigned kMantissaBits = std::is_same_v<D, float>  ? 23
                                     : std::is_same_v<D, Half> ? 10
                                                               : 7;
  constexpr unsigned kTotalBits = 8 * sizeof(D);
  const auto bits = std::bit_cast<std::uint64_t>(quiet(nan));
  constexpr std::uint64_t kMagnitude = (std::uint64_t{1} << (kTotalBits - 1)) - 1;
  constexpr std::uint64_t kExponent = kMagnitude >> kMantissaBits << kMantissaBits;
  const std::uint64_t mantissa =
      bits >> (52 - kMantissaBits) & (kMagnitude >> (kTotalBits - 1 - kMantissaBits));
  return std::bit_cast<D>(
      static_cast<Bits<D>>(bits >> 63 << (kTotalBits - 1) | kExponent | mantissa));
}

// .rna.tf32 cuts a NaN as it cuts a number; .satfinite takes the next smaller magnitude.
inline Tf32 cut_nan_to_tf32(float nan, bool is_finite) {
  const std::uint32_t cut = std::bit_cast<std::uint32_t>(nan) & ~std::uint32_t{0x1fff};
  return {is_finite ? cut - 0x2000 : cut};
}

template <class D, class S>
D nan_as(S nan, const ConversionOptions& options) {
  if constexpr (std::is_same_v<D, Tf32> && std::is_same_v<S, float>) {
    if (options.rounding == Rounding::nearest_away) return cut_nan_to_tf32(nan, options.is_finite);
  }
  if constexpr (std::is_same_v<S, double> && !std::is_same_v<D, double> &&
                !std::is_same_v<D, Tf32>) {
    return cut_nan<D>(nan);
  } else {
    return narrow_to<D>(to_double(nan, options.flush), options.rounding);
  }
}

template <class D, class S>
D convert_value(S value, const ConversionOptions& options) {
  if constexpr (std::is_integral_v<S> && std::is_integral_v<D>) {
    return integer_to_integer<D>(value, options.saturate);
  } else if constexpr (std::is_integral_v<S>) {
    if (options.saturate) return narrow_to<D>(value > 0 ? 1.0 : 0.0, options.rounding);
    return integer_to_float<D>(value, options.rounding);
  } else {
    constexpr bool kFlushes = !std::is_same_v<D, Half>;
    const double exact = to_double(value, options.flush && kFlushes);
    const double x = options.to_integral ? round_to_integral(exact, options.rounding) : exact;
    if constexpr (std::is_integral_v<D>) {
      return float_to_integer<D>(x, std::is_same_v<S, double>);
    } else {
      if (std::isnan(exact) && !options.saturate) return nan_as<D>(value, options);
      const double limited = limit(x, options);
      const double kept = options.is_finite ? limit_to_finite<D>(limited) : limited;
      return flush_result(narrow_to<D>(kept, options.rounding), kept, options);
    }
  }
}

}  // namespace warplens::machine
