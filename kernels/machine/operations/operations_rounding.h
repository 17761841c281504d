// Rounding as PTX names it, exactly, on a host that rounds to nearest.
#pragma once

#include <cmath>
#include <cstdint>

#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_map.h"

namespace warplens::machine {

enum class Rounding : std::uint32_t { nearest_even, to_zero, down, up, nearest_away };

// Takes .rn, .rz, .rm or .rp; nullopt when none stands there.
std::optional<Rounding> take_rounding(InstructionReader& reader);

// A binary floating-point format of at most 32 bits, sign first.
struct FloatFormat {
  int precision;         // significant bits, the hidden one counted
  int minimum_exponent;  // of the smallest normal number
  int unused_bits = 0;   // zeros below the mantissa (tf32 lives in an f32)
};
inline constexpr FloatFormat kF16{11, -14};
inline constexpr FloatFormat kBf16{8, -126};
inline constexpr FloatFormat kF32{24, -126};
inline constexpr FloatFormat kTf32{11, -126, 13};

// The bits of x in that format. Finite values round as told; NaN becomes the canonical NaN (all
// ones but the sign).
[[nodiscard]] std::uint32_t narrow(double x, const FloatFormat& format, Rounding rounding);

// Bits by which PTX's .rs rounds: those above `count` are not looked at.
struct RandomBits {
  std::uint32_t bits = 0, count = 0;
};
// The same away from zero where they carry out of what is cut off, added to its upper end.
[[nodiscard]] std::uint32_t narrow(double x, const FloatFormat& format, RandomBits random);

// a·b + c for operands of at most 24 significant bits, rounded to odd: rounding the result again,
// to at most 24 bits, gives what a single rounding would have given.
[[nodiscard]] double multiply_add_to_odd(double a, double b, double c);

// As flush_denormal(float).
template <class H>  // Half, BFloat
[[nodiscard]] H flush_denormal(H x) {
  constexpr unsigned kExponent = std::is_same_v<H, Half> ? 0x7c00u : 0x7f80u;
  if ((x.bits & kExponent) == 0) x.bits &= 0x8000u;
  return x;
}

// Exact values of the 16-bit formats.
[[nodiscard]] float widen(Half x);
[[nodiscard]] inline float widen(BFloat x) {
  return std::bit_cast<float>(static_cast<std::uint32_t>(x.bits) << 16);
}

}  // namespace warplens::machine
