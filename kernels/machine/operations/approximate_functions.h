// PTX's approximate functions as ptxas builds them for sm_90: the multifunction unit, with the
// scaling that lets denormals in where .ftz does not flush them. f32 unless said otherwise.
#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#include "kernels/machine/operations/multifunction_unit.h"
#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine {

constexpr float kDenormalScale = 0x1p24f;  // makes a denormal normal
inline bool is_denormal(float x) { return (std::bit_cast<std::uint32_t>(x) & 0x7f800000u) == 0; }

// rcp.approx: a reciprocal that would be denormal is made of a quarter of x.
template <bool Flushes>
float approximate_reciprocal(float x) {
  if constexpr (Flushes) return mufu::rcp(x);
  const float scale = is_denormal(x) ? kDenormalScale : std::abs(x) > 0x1p126f ? 0.25f : 1.0f;
  return canonical(mufu::rcp(x * scale) * scale);
}

template <bool Flushes>
float approximate_reciprocal_root(float x) {
  if (Flushes || !is_denormal(x)) return mufu::rsq(x);
  return mufu::rsq(x * kDenormalScale) * 0x1p12f;
}

template <bool Flushes>
float approximate_root(float x) {
  if (Flushes || !is_denormal(x)) return mufu::sqrt(x);
  return mufu::sqrt(x * kDenormalScale) * 0x1p-12f;
}

template <bool Flushes>
float approximate_logarithm(float x) {
  if (Flushes || !is_denormal(x)) return mufu::lg2(x);
  return canonical(mufu::lg2(x * kDenormalScale) - 24);
}

// ex2.approx: a result that would be denormal is squared from half of x.
template <bool Flushes>
float approximate_power(float x) {
  if (Flushes || !(x < -126)) return mufu::ex2(x);
  const float root = mufu::ex2(x * 0.5f);
  return root * root;
}

// x / 2π, rounded towards zero.
inline float turns_of(float radians) {
  constexpr std::uint64_t kBelowFloat = (std::uint64_t{1} << 29) - 1;
  const double turns = double{radians} * double{0x1.45f306p-3f};
  return static_cast<float>(
      std::bit_cast<double>(std::bit_cast<std::uint64_t>(turns) & ~kBelowFloat));
}
inline float approximate_sine(float x) { return mufu::sin(turns_of(x)); }
inline float approximate_cosine(float x) { return mufu::cos(turns_of(x)); }

// div.approx: of a divisor beyond 2^126 the reciprocal is zero.
template <bool Flushes>
float approximate_quotient(float a, float b) {
  if constexpr (Flushes) return canonical(flush_denormal(flush_denormal(a) * mufu::rcp(b)));
  const float scale = is_denormal(b) ? kDenormalScale : 1.0f;
  return canonical(mufu::rcp(b * scale) * (a * scale));
}

// div.full: as div.approx, scaled for large divisors, too.
template <bool Flushes>
float full_range_quotient(float a, float b) {
  const float scale = std::abs(b) > 0x1p126f ? 0.25f : 1.0f;
  if constexpr (!Flushes) return approximate_quotient<false>(a * scale, b * scale);
  return approximate_quotient<true>(flush_denormal(flush_denormal(a) * scale), b * scale);
}

}  // namespace warplens::machine
