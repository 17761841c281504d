// The floating-point formats of PTX of 8 bits, e4m3 (no infinity, largest 448) and e5m2 (an f16 cut
// off), and of fewer, e2m3, e3m2 and e2m1 (neither infinity nor NaN; largest 7.5, 28 and 6).
#pragma once

#include <cstdint>

#include "kernels/machine/operations/operations_rounding.h"

namespace warplens::machine {

enum class NarrowFloat : std::uint8_t { e4m3, e5m2, e2m3, e3m2, e2m1 };

[[nodiscard]] float widen(NarrowFloat format, std::uint8_t bits);  // exact
// ue8m0, which scales: powers of two from 2^-127 on, and NaN.
[[nodiscard]] double widen_exponent(std::uint8_t bits);
// To nearest even; what is too large becomes the largest finite value (.satfinite), NaN the
// positive one where the format has none.
[[nodiscard]] std::uint8_t round_to_narrow(NarrowFloat format, double x);
// The same by random bits.
[[nodiscard]] std::uint8_t round_to_narrow(NarrowFloat format, double x, RandomBits random);

}  // namespace warplens::machine
