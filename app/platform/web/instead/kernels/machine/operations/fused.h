// a * b + c, rounded once to nearest, where the processor has no instruction for it: without a call
// or a branch, so that loops over lanes are vectorised.
#pragma once

#include <bit>
#include <cstdint>

namespace warplens::machine {

// The product is exact in double. The sum is rounded to odd there: to the neighbour with an odd
// last bit where it is inexact (its error by Knuth's two-sum), so that rounding it again to float
// is as rounding once (Boldo and Melquiond, "Emulation of a FMA and correctly rounded sums", 2008).
inline float fused(float a, float b, float c) {
  const double product = static_cast<double>(a) * b;
  const double addend = c;
  const double sum = product + addend;
  const double part = sum - product;
  const double error = (product - (sum - part)) + (addend - part);
  const auto bits = std::bit_cast<std::int64_t>(sum);
  // An infinity and a NaN have an error that is a NaN, which is neither.
  const std::int64_t is_inexact = (error < 0 || error > 0) ? 1 : 0;
  const std::int64_t away = (error > 0) == (sum > 0) ? 1 : -1;
  return static_cast<float>(std::bit_cast<double>(bits + (is_inexact & ~bits & 1) * away));
}

inline double fused(double a, double b, double c) { return __builtin_fma(a, b, c); }

}  // namespace warplens::machine
