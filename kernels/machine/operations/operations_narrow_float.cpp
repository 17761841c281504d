// cvt between pairs of floating-point values of 8, 6 or 4 bits and f32, f16x2 or bf16x2, and what
// scales them, ue8m0.
#include "kernels/machine/operations/operations_narrow_float.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <limits>

#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_map.h"
#include "kernels/machine/operations/operations_rounding.h"
#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine {
namespace {

struct Shape {
  std::string_view pair;  // its word in PTX
  FloatFormat format;
  std::uint32_t sign, largest, nan;
  unsigned high_bits;  // where the first operand of a pair begins
};

// In the order of NarrowFloat.
constexpr std::array<Shape, 5> kShapes = {{
    {"e4m3x2", {4, -6}, 0x80, 0x7e, 0x7f, 8},
    {"e5m2x2", {3, -14}, 0x80, 0x7b, 0x7f, 8},
    {"e2m3x2", {4, 0}, 0x20, 0x1f, 0x1f, 8},
    {"e3m2x2", {3, -2}, 0x20, 0x1f, 0x1f, 8},
    {"e2m1x2", {2, 0}, 0x08, 0x07, 0x07, 4},
}};

constexpr std::uint32_t kFormat = 7, kRelu = 8, kKeepsFinite = 16;  // parts of an option

const Shape& shape_of(NarrowFloat format) { return kShapes[static_cast<std::size_t>(format)]; }

NarrowFloat format_of(std::uint32_t option) { return static_cast<NarrowFloat>(option & kFormat); }

std::uint32_t narrow_one(std::uint32_t option, double x) {
  return round_to_narrow(format_of(option), (option & kRelu) != 0 ? rectified(x) : x);
}

// d, a, b: a becomes the high half.
struct FromFloats {
  std::uint16_t operator()(std::uint32_t option, float high, float low) const {
    const unsigned high_bits = shape_of(format_of(option)).high_bits;
    return static_cast<std::uint16_t>(narrow_one(option, high) << high_bits |
                                      narrow_one(option, low));
  }
};

template <class H>  // Half, BFloat
struct FromPair {
  std::uint16_t operator()(std::uint32_t option, std::uint32_t pair) const {
    const float low = widen(H{static_cast<std::uint16_t>(pair)});
    const float high = widen(H{static_cast<std::uint16_t>(pair >> 16)});
    return FromFloats{}(option, high, low);
  }
};

float widen_one(std::uint32_t option, int bits) {
  const float x = widen(format_of(option), static_cast<std::uint8_t>(bits));
  return (option & kRelu) != 0 ? rectified(x) : x;
}

struct ToHalves {
  std::uint32_t operator()(std::uint32_t option, std::uint16_t pair) const {
    const unsigned high_bits = shape_of(format_of(option)).high_bits;
    return half(option, pair >> high_bits) << 16 | half(option, pair & ((1 << high_bits) - 1));
  }

 private:
  static std::uint32_t half(std::uint32_t option, int bits) {
    return narrow(widen_one(option, bits), kF16, Rounding::nearest_even);
  }
};

// ue8m0 holds powers of two from 2^-127 on, and NaN above. A sign is dropped. What CUDA's
// cuda_fp8.hpp does where there is no such instruction says which it is.
constexpr std::uint32_t kRoundsUp = 1, kSaturatesExponents = 2;  // parts of an option

std::uint32_t exponent_of(std::uint32_t option, float x) {
  const std::uint32_t magnitude = std::bit_cast<std::uint32_t>(x) & 0x7fffffffu;
  constexpr std::uint32_t kInfinity = 0x7f800000u, kLeast = 0x00400000u;  // 2^-127
  if (magnitude > kInfinity) return 0xff;
  std::uint32_t exponent = magnitude >> 23;
  const bool is_between = magnitude > kLeast && (magnitude & 0x007fffffu) != 0;
  if ((option & kRoundsUp) != 0 && is_between) ++exponent;
  return (option & kSaturatesExponents) != 0 ? std::min(exponent, 0xfeu) : exponent;
}

struct ExponentsOfFloats {
  std::uint16_t operator()(std::uint32_t option, float high, float low) const {
    return static_cast<std::uint16_t>(exponent_of(option, high) << 8 | exponent_of(option, low));
  }
};

struct ExponentsOfPair {
  std::uint16_t operator()(std::uint32_t option, std::uint32_t pair) const {
    const float low = widen(BFloat{static_cast<std::uint16_t>(pair)});
    const float high = widen(BFloat{static_cast<std::uint16_t>(pair >> 16)});
    return ExponentsOfFloats{}(option, high, low);
  }
};

struct PairOfExponents {
  std::uint32_t operator()(std::uint32_t, std::uint16_t pair) const {
    return power_of(pair >> 8) << 16 | power_of(pair & 0xffu);
  }

 private:
  static std::uint32_t power_of(std::uint32_t exponent) {
    return exponent == 0xff ? 0x7fff : exponent == 0 ? 0x40 : exponent << 7;
  }
};

// d, a, scales: each is multiplied by the power of two that stands beside it.
struct ToScaledBFloats {
  std::uint32_t operator()(std::uint32_t option, std::uint16_t pair, std::uint16_t scales) const {
    const unsigned high_bits = shape_of(format_of(option)).high_bits;
    return scaled(option, pair >> high_bits, scales >> 8) << 16 |
           scaled(option, pair & ((1 << high_bits) - 1), scales & 0xff);
  }

 private:
  static std::uint32_t scaled(std::uint32_t option, int bits, int scale) {
    constexpr double kLargest = 0x1.fep127;
    double x = widen_one(option, bits) * widen_exponent(static_cast<std::uint8_t>(scale));
    if ((option & kKeepsFinite) != 0 && std::abs(x) > kLargest) x = std::copysign(kLargest, x);
    return narrow(x, kBf16, Rounding::nearest_even);
  }
};

struct ToBFloats {
  std::uint32_t operator()(std::uint32_t option, std::uint16_t pair) const {
    constexpr std::uint16_t kOnes = 0x7f7f;
    return ToScaledBFloats{}(option, pair, kOnes);
  }
};

// cvt.{rz,rp}{.satfinite}.ue8m0x2.{f32,bf16x2}   cvt.rn.bf16x2.ue8m0x2
std::optional<Operation> find_exponents(InstructionReader& reader) {
  const bool is_back = reader.take("rn");
  const bool is_up = reader.take("rp");
  if (!is_back && !is_up && !reader.take("rz")) return std::nullopt;
  const std::uint32_t option =
      (is_up ? kRoundsUp : 0) | (reader.take("satfinite") ? kSaturatesExponents : 0);
  const ptx::ScalarType other = reader.take_type();
  if (is_back) {
    if (other != ptx::ScalarType::bf16x2 || option != 0) return std::nullopt;
    return map_each<PairOfExponents, std::uint32_t, std::uint16_t>(option);
  }
  if (other == ptx::ScalarType::f32) {
    return map_each<ExponentsOfFloats, std::uint16_t, float, float>(option);
  }
  if (other != ptx::ScalarType::bf16x2) return std::nullopt;
  return map_each<ExponentsOfPair, std::uint16_t, std::uint32_t>(option);
}

// Takes .e4m3x2 and its like, as an option's bits.
std::optional<std::uint32_t> take_pair(InstructionReader& reader) {
  const auto shape =
      std::ranges::find_if(kShapes, [&](const Shape& one) { return reader.take(one.pair); });
  if (shape == kShapes.end()) return std::nullopt;
  return static_cast<std::uint32_t>(shape - kShapes.begin());
}

Operation from_pair(ptx::ScalarType from, std::uint32_t option) {
  if (from == ptx::ScalarType::bf16x2) {
    return map_each<FromPair<BFloat>, std::uint16_t, std::uint32_t>(option);
  }
  return map_each<FromPair<Half>, std::uint16_t, std::uint32_t>(option);
}

Operation to_bfloats(std::uint32_t option, bool is_scaled) {
  if (!is_scaled) return map_each<ToBFloats, std::uint32_t, std::uint16_t>(option);
  return map_each<ToScaledBFloats, std::uint32_t, std::uint16_t, std::uint16_t>(option);
}

template <class How>
std::uint8_t round_by(NarrowFloat format, double x, How how) {
  const Shape& shape = shape_of(format);
  if (std::isnan(x)) return static_cast<std::uint8_t>(shape.nan);
  const std::uint32_t sign = std::signbit(x) ? shape.sign : 0u;
  const double magnitude = std::abs(x);
  const auto round = [&](double value) { return narrow(value, shape.format, how); };
  // Of these formats e5m2 alone keeps its largest exponent for infinities; the others hold numbers
  // there, from `top` on: those of half the size, one exponent higher.
  const double top = std::ldexp(1.0, 2 - shape.format.minimum_exponent);
  const std::uint32_t next_exponent = 1u << (shape.format.precision - 1);
  const std::uint32_t bits = format == NarrowFloat::e5m2 || magnitude < top
                                 ? round(magnitude)
                                 : round(magnitude / 2) + next_exponent;
  return static_cast<std::uint8_t>(sign | std::min(bits, shape.largest));
}

}  // namespace

float widen(NarrowFloat format, std::uint8_t bits) {
  if (format == NarrowFloat::e5m2) return widen(Half{static_cast<std::uint16_t>(bits << 8)});
  const Shape& shape = shape_of(format);
  const std::uint32_t magnitude_bits = bits & (shape.sign - 1);
  if (magnitude_bits > shape.largest) return std::bit_cast<float>(kCanonicalNan);
  const int mantissa_bits = shape.format.precision - 1;
  const std::uint32_t hidden = 1u << mantissa_bits, fraction = magnitude_bits & (hidden - 1);
  const int exponent = static_cast<int>(magnitude_bits >> mantissa_bits);
  const int least = shape.format.minimum_exponent - mantissa_bits;
  const float magnitude =
      exponent == 0 ? std::ldexp(static_cast<float>(fraction), least)
                    : std::ldexp(static_cast<float>(fraction + hidden), exponent - 1 + least);
  return (bits & shape.sign) != 0 ? -magnitude : magnitude;
}

double widen_exponent(std::uint8_t bits) {
  return bits == 0xff ? std::numeric_limits<double>::quiet_NaN() : std::ldexp(1.0, bits - 127);
}

std::uint8_t round_to_narrow(NarrowFloat format, double x) {
  return round_by(format, x, Rounding::nearest_even);
}

std::uint8_t round_to_narrow(NarrowFloat format, double x, RandomBits random) {
  return round_by(format, x, random);
}

// cvt.rn.satfinite{.relu}.{e4m3x2,…}.{f32,f16x2,bf16x2}   cvt.rn{.relu}.f16x2.{e4m3x2,…}
// cvt.rn{.relu}{.satfinite}{.scaled::n2::ue8m0}.bf16x2.{e4m3x2,…}
std::optional<Operation> find_narrow_float_operation(InstructionReader& reader) {
  using enum ptx::ScalarType;
  if (reader.opcode() != "cvt") return std::nullopt;
  if (reader.take("ue8m0x2")) return find_exponents(reader);
  if (!reader.take("rn")) return std::nullopt;
  const bool saturates = reader.take("satfinite");
  const std::uint32_t relu = reader.take("relu") ? kRelu : 0;
  const bool is_scaled = reader.take("scaled::n2::ue8m0");
  const bool is_widened = reader.is_type_first();
  const auto pair = take_pair(reader);
  if (!pair) return std::nullopt;
  const std::uint32_t option = *pair | relu;
  const ptx::ScalarType other = reader.take_type();
  if (is_widened && other == bf16x2) {
    return to_bfloats(option | (saturates ? kKeepsFinite : 0), is_scaled);
  }
  if (is_scaled || saturates == is_widened) return std::nullopt;
  if (is_widened) {
    if (other != f16x2) return std::nullopt;
    return map_each<ToHalves, std::uint32_t, std::uint16_t>(option);
  }
  if (other == f32) return map_each<FromFloats, std::uint16_t, float, float>(option);
  if (other != f16x2 && other != bf16x2) return std::nullopt;
  return from_pair(other, option);
}

}  // namespace warplens::machine
