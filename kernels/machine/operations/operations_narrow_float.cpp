// cvt between pairs of floating-point values of 8, 6 or 4 bits and f32 or f16x2.
#include "kernels/machine/operations/operations_narrow_float.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

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
  bool is_narrowed_from_halves;
};

// In the order of NarrowFloat.
constexpr std::array<Shape, 5> kShapes = {{
    {"e4m3x2", {4, -6}, 0x80, 0x7e, 0x7f, 8, true},
    {"e5m2x2", {3, -14}, 0x80, 0x7b, 0x7f, 8, true},
    {"e2m3x2", {4, 0}, 0x20, 0x1f, 0x1f, 8, false},
    {"e3m2x2", {3, -2}, 0x20, 0x1f, 0x1f, 8, false},
    {"e2m1x2", {2, 0}, 0x08, 0x07, 0x07, 4, false},
}};

constexpr std::uint32_t kFormat = 7, kRelu = 8;  // parts of an option

const Shape& shape_of(NarrowFloat format) { return kShapes[static_cast<std::size_t>(format)]; }

NarrowFloat format_of(std::uint32_t option) { return static_cast<NarrowFloat>(option & kFormat); }

std::uint32_t narrow_one(std::uint32_t option, double x) {
  return round_to_narrow(format_of(option), (option & kRelu) != 0 && x < 0 ? 0.0 : x);
}

// d, a, b: a becomes the high half.
struct FromFloats {
  std::uint16_t operator()(std::uint32_t option, float high, float low) const {
    const unsigned high_bits = shape_of(format_of(option)).high_bits;
    return static_cast<std::uint16_t>(narrow_one(option, high) << high_bits |
                                      narrow_one(option, low));
  }
};

struct FromHalves {
  std::uint16_t operator()(std::uint32_t option, std::uint32_t pair) const {
    const float low = widen(Half{static_cast<std::uint16_t>(pair)});
    const float high = widen(Half{static_cast<std::uint16_t>(pair >> 16)});
    return FromFloats{}(option, high, low);
  }
};

struct ToHalves {
  std::uint32_t operator()(std::uint32_t option, std::uint16_t pair) const {
    const unsigned high_bits = shape_of(format_of(option)).high_bits;
    return half(option, pair >> high_bits) << 16 | half(option, pair & ((1 << high_bits) - 1));
  }

 private:
  static std::uint32_t half(std::uint32_t option, int bits) {
    const float x = widen(format_of(option), static_cast<std::uint8_t>(bits));
    return narrow((option & kRelu) != 0 && x < 0 ? 0.0 : x, kF16, Rounding::nearest_even);
  }
};

// Takes .e4m3x2 and its like, as an option's bits.
std::optional<std::uint32_t> take_pair(InstructionReader& reader) {
  const auto shape =
      std::ranges::find_if(kShapes, [&](const Shape& one) { return reader.take(one.pair); });
  if (shape == kShapes.end()) return std::nullopt;
  return static_cast<std::uint32_t>(shape - kShapes.begin());
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

std::uint8_t round_to_narrow(NarrowFloat format, double x) {
  const Shape& shape = shape_of(format);
  if (std::isnan(x)) return static_cast<std::uint8_t>(shape.nan);
  const std::uint32_t sign = std::signbit(x) ? shape.sign : 0u;
  const double magnitude = std::abs(x);
  const auto round = [&shape](double value) {
    return narrow(value, shape.format, Rounding::nearest_even);
  };
  // Of these formats e5m2 alone keeps its largest exponent for infinities; the others hold numbers
  // there, from `top` on: those of half the size, one exponent higher.
  const double top = std::ldexp(1.0, 2 - shape.format.minimum_exponent);
  const std::uint32_t next_exponent = 1u << (shape.format.precision - 1);
  const std::uint32_t bits = format == NarrowFloat::e5m2 || magnitude < top
                                 ? round(magnitude)
                                 : round(magnitude / 2) + next_exponent;
  return static_cast<std::uint8_t>(sign | std::min(bits, shape.largest));
}

std::optional<Operation> find_narrow_float_operation(InstructionReader& reader) {
  if (reader.opcode() != "cvt" || !reader.take("rn")) return std::nullopt;
  const bool saturates = reader.take("satfinite");
  const std::uint32_t relu = reader.take("relu") ? kRelu : 0;
  const auto pair = take_pair(reader);
  if (!pair) return std::nullopt;
  const std::uint32_t option = *pair | relu;
  const ptx::ScalarType other = reader.take_type();
  if (!saturates) {
    if (other != ptx::ScalarType::f16x2) return std::nullopt;
    return map_each<ToHalves, std::uint32_t, std::uint16_t>(option);
  }
  if (other == ptx::ScalarType::f32) {
    return map_each<FromFloats, std::uint16_t, float, float>(option);
  }
  if (other != ptx::ScalarType::f16x2 || !kShapes[*pair].is_narrowed_from_halves) {
    return std::nullopt;
  }
  return map_each<FromHalves, std::uint16_t, std::uint32_t>(option);
}

}  // namespace warplens::machine
