#include "kernels/machine/operations/texture_filter.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "kernels/machine/operations/operations_scalar.h"

namespace warplens::machine {
namespace {

using Type = Texture::Type;

std::int64_t rounded_share(std::int64_t weight, std::int64_t of_256) {
  return (weight * of_256 + kFilterSteps / 2) >> 8;
}

float float_of(std::uint32_t bits) { return std::bit_cast<float>(bits); }

bool is_float(Type type) { return type == Type::f32 || type == Type::f16; }

// A normalized 8- or 16-bit texel in 16 bits.
std::int64_t fixed_point(Type type, float value) {
  switch (type) {
    case Type::i16:
      return std::lround(value * 32767.0);
    case Type::i8: {
      const long magnitude = std::lround(std::abs(value) * 127.0);
      const long repeated = magnitude << 8 | magnitude << 1 | magnitude >> 6;
      return value < 0 ? -repeated : repeated;
    }
    default:
      return std::lround(value * 65535.0);
  }
}

double largest_fixed(Type type) {
  return type == Type::i8 || type == Type::i16 ? 32767.0 : 65535.0;
}

float of_integers(Type type, const FilterWeights& weights,
                  std::span<const std::uint32_t, 8> texels) {
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] != 0) sum += weights[i] * fixed_point(type, float_of(texels[i]));
  }
  const std::int64_t rounded = (sum + kFilterSteps / 2) >> 8;
  return static_cast<float>(static_cast<double>(rounded) / largest_fixed(type));
}

// Halves away from zero.
std::int64_t rounded_to(int bits, std::int64_t value) {
  const std::uint64_t magnitude = static_cast<std::uint64_t>(std::abs(value));
  const int cut = std::max(static_cast<int>(std::bit_width(magnitude)) - bits, 0);
  if (cut == 0) return value;
  const std::uint64_t half = std::uint64_t{1} << (cut - 1);
  const auto rounded = static_cast<std::int64_t>((magnitude + half) >> cut << cut);
  return value < 0 ? -rounded : rounded;
}

float of_floats(int precision, const FilterWeights& weights,
                std::span<const std::uint32_t, 8> texels) {
  constexpr int kGuardBits = 4;
  int exponent = std::numeric_limits<int>::min();
  float plain = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    const float texel = float_of(texels[i]);
    if (weights[i] == 0 || texel == 0) continue;
    plain += texel;
    exponent = std::max(exponent, std::ilogb(texel) + 1);
  }
  if (plain == 0 && exponent == std::numeric_limits<int>::min()) return 0;
  if (!std::isfinite(plain)) return canonical(plain);
  const int quantum = exponent - precision - kGuardBits;
  std::int64_t sum = 0;
  for (std::size_t i = 0; i < weights.size(); ++i) {
    if (weights[i] == 0) continue;
    const double cut = std::trunc(std::ldexp(static_cast<double>(float_of(texels[i])), -quantum));
    sum += weights[i] * static_cast<std::int64_t>(cut);
  }
  return static_cast<float>(
      std::ldexp(static_cast<double>(rounded_to(precision, sum)), quantum - 8));
}

}  // namespace

FilterWeights filter_weights(const std::array<std::int64_t, 3>& second) {
  FilterWeights weights{};
  for (std::size_t z = 0; z < 2; ++z) {
    const std::int64_t whole = z == 0 ? kFilterSteps - second[2] : second[2];
    const std::int64_t right = rounded_share(whole, second[0]), left = whole - right;
    const std::int64_t upper_left = rounded_share(left, kFilterSteps - second[1]);
    const std::int64_t lower_right = rounded_share(right, second[1]);
    weights[4 * z] = upper_left;
    weights[4 * z + 1] = right - lower_right;
    weights[4 * z + 2] = left - upper_left;
    weights[4 * z + 3] = lower_right;
  }
  return weights;
}

std::uint32_t filtered_channel(Type type, const FilterWeights& weights,
                               std::span<const std::uint32_t, 8> texels) {
  const float value = is_float(type) ? of_floats(type == Type::f32 ? 24 : 11, weights, texels)
                                     : of_integers(type, weights, texels);
  return std::bit_cast<std::uint32_t>(value);
}

}  // namespace warplens::machine
