// cvt between pairs of 8-bit floating-point values and f32 or f16x2.
#include "kernels/machine/operations/operations_float8.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "kernels/machine/operations/instruction_reader.h"
#include "kernels/machine/operations/operations_map.h"
#include "kernels/machine/operations/operations_rounding.h"
#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine {
namespace {

constexpr FloatFormat kE4m3{4, -6};
constexpr FloatFormat kE5m2{3, -14};
constexpr std::uint32_t kNan = 0x7f;

constexpr std::uint32_t kIsE5m2 = 1, kRelu = 2;

Float8Format format_of(std::uint32_t option) {
  return (option & kIsE5m2) != 0 ? Float8Format::e5m2 : Float8Format::e4m3;
}

std::uint32_t narrow_one(std::uint32_t option, double x) {
  return narrow_to_float8(format_of(option), (option & kRelu) != 0 && x < 0 ? 0.0 : x);
}

// d, a, b: a becomes the high byte.
struct FromFloats {
  std::uint16_t operator()(std::uint32_t option, float high, float low) const {
    return static_cast<std::uint16_t>(narrow_one(option, high) << 8 | narrow_one(option, low));
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
    return half(option, pair >> 8) << 16 | half(option, pair & 0xff);
  }

 private:
  static std::uint32_t half(std::uint32_t option, int bits) {
    const float x = widen(format_of(option), static_cast<std::uint8_t>(bits));
    return narrow((option & kRelu) != 0 && x < 0 ? 0.0 : x, kF16, Rounding::nearest_even);
  }
};

// Takes .e4m3x2 or .e5m2x2 as an option's bits.
std::optional<std::uint32_t> take_pair(InstructionReader& reader) {
  if (reader.take("e4m3x2")) return 0;
  if (reader.take("e5m2x2")) return kIsE5m2;
  return std::nullopt;
}

}  // namespace

float widen(Float8Format format, std::uint8_t bits) {
  if (format == Float8Format::e5m2) return widen(Half{static_cast<std::uint16_t>(bits << 8)});
  if ((bits & kNan) == kNan) return std::bit_cast<float>(kCanonicalNan);
  const int exponent = bits >> 3 & 15, fraction = bits & 7;
  const float magnitude = exponent == 0
                              ? std::ldexp(static_cast<float>(fraction), -9)
                              : std::ldexp(static_cast<float>(fraction + 8), exponent - 10);
  return (bits & 0x80) != 0 ? -magnitude : magnitude;
}

std::uint8_t narrow_to_float8(Float8Format format, double x) {
  if (std::isnan(x)) return kNan;
  const std::uint32_t sign = std::signbit(x) ? 0x80u : 0u;
  const double magnitude = std::abs(x);
  const auto round = [](double value, const FloatFormat& shape) {
    return narrow(value, shape, Rounding::nearest_even);
  };
  if (format == Float8Format::e5m2) {
    return static_cast<std::uint8_t>(sign | std::min(round(magnitude, kE5m2), 0x7bu));
  }
  // The exponent that other formats keep for infinities holds 256 to 448: one step of 8 higher.
  const std::uint32_t bits =
      magnitude < 256 ? round(magnitude, kE4m3) : round(magnitude / 2, kE4m3) + 8;
  return static_cast<std::uint8_t>(sign | std::min(bits, 0x7eu));
}

std::optional<Operation> find_float8_operation(InstructionReader& reader) {
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
  if (other != ptx::ScalarType::f16x2) return std::nullopt;
  return map_each<FromHalves, std::uint16_t, std::uint32_t>(option);
}

}  // namespace warplens::machine
