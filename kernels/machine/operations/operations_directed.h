// f32 and f64 arithmetic rounded to zero, down or up, on a host that rounds to nearest only, as
// WebAssembly does.
//
//   f32   the result to nearest, and on which side of it the exact one lies (seen in f64): that
//         result or its neighbour
//   f64   the exact result in integers, then rounded (operations_directed.cpp)
#pragma once

#include <bit>
#include <cmath>

#include "kernels/machine/operations/operations_map.h"
#include "kernels/machine/operations/operations_rounding.h"

namespace warplens::machine {

[[nodiscard]] double directed_sum(Rounding rounding, double a, double b);
[[nodiscard]] double directed_product(Rounding rounding, double a, double b);
[[nodiscard]] double directed_multiply_add(Rounding rounding, double a, double b, double c);
[[nodiscard]] double directed_quotient(Rounding rounding, double a, double b);
[[nodiscard]] double directed_root(Rounding rounding, double a);

// Whether an inexact result goes to the neighbour that is further from zero.
WARPLENS_INLINE bool rounds_outward(Rounding rounding, bool is_negative) {
  return rounding == (is_negative ? Rounding::down : Rounding::up);
}

// The directed result, told whether the exact one is less or greater than `nearest`. Bits count
// magnitudes: what overflowed to infinity goes back to the greatest number.
template <class T>
WARPLENS_INLINE T directed(Rounding rounding, T nearest, bool is_less, bool is_greater) {
  const bool is_negative = std::signbit(nearest);
  const bool is_nearer_to_zero = is_negative ? is_greater : is_less;
  const bool is_further = is_negative ? is_less : is_greater;
  const Bits<T> bits = std::bit_cast<Bits<T>>(nearest);
  return std::bit_cast<T>(rounds_outward(rounding, is_negative) ? bits + is_further
                                                                : bits - is_nearer_to_zero);
}

WARPLENS_INLINE float directed_product(Rounding rounding, float a, float b) {
  const double exact = static_cast<double>(a) * static_cast<double>(b);
  const auto nearest = static_cast<float>(exact);
  const auto wide = static_cast<double>(nearest);
  return directed(rounding, nearest, exact<wide, exact> wide);
}

// A sum of zero is -0 when it rounds down, unless both addends are +0.
WARPLENS_INLINE float directed_multiply_add(Rounding rounding, float a, float b, float c) {
  const auto wide_a = static_cast<double>(a), wide_b = static_cast<double>(b);
  const double odd = multiply_add_to_odd(wide_a, wide_b, static_cast<double>(c));
  const bool has_negative = std::signbit(a) != std::signbit(b) || std::signbit(c);
  if (odd == 0 && rounding == Rounding::down && has_negative) return -0.0f;
  const auto nearest = static_cast<float>(odd);
  const auto wide = static_cast<double>(nearest);
  return directed(rounding, nearest, odd<wide, odd> wide);
}

WARPLENS_INLINE float directed_sum(Rounding rounding, float a, float b) {
  return directed_multiply_add(rounding, a, 1.0f, b);
}

WARPLENS_INLINE float directed_quotient(Rounding rounding, float a, float b) {
  const float nearest = a / b;
  if (!std::isfinite(a) || !std::isfinite(b) || b == 0) return nearest;
  const double product = static_cast<double>(nearest) * static_cast<double>(b);
  const auto dividend = static_cast<double>(a);
  const bool is_less = dividend < product;
  const bool is_greater = dividend > product;
  return b > 0 ? directed(rounding, nearest, is_less, is_greater)
               : directed(rounding, nearest, is_greater, is_less);
}

WARPLENS_INLINE float directed_root(Rounding rounding, float a) {
  const float nearest = std::sqrt(a);
  const double square = static_cast<double>(nearest) * static_cast<double>(nearest);
  const auto radicand = static_cast<double>(a);
  return directed(rounding, nearest, radicand<square, radicand> square);
}

}  // namespace warplens::machine
