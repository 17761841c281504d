#include "kernels/machine/operations/scaled_sum.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "kernels/machine/operations/operations_narrow_float.h"
#include "kernels/machine/operations/run_loop.h"
#include "kernels/machine/operations/tensor_sum.h"

namespace warplens::machine {
namespace {

constexpr std::uint32_t kGroup = 16;
constexpr int kLeastSum = -126;  // of f32
constexpr int kKeptBits = 23;
constexpr std::int16_t kNoExponent = -10000;  // two of them are an int16_t as well

int exponent_of(double x, int least) { return std::max(std::ilogb(x), least); }
// What a subnormal scale of ue4m3 has.
int least_scale(ScaleFormat format) { return format == ScaleFormat::ue4m3 ? -6 : -127; }

// Products of factors fit f32, and so does the sum of a group.
struct LargestExponent {
  WARPLENS_INLINE static int run(const std::int16_t* a, const std::int16_t* b,
                                 std::uint32_t count) {
    std::int16_t most = 2 * kNoExponent;
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto both = static_cast<std::int16_t>(a[i] + b[i]);
      most = both > most ? both : most;
    }
    return most;
  }
};
// `factor`: both scales, in units of the last bit that is kept.
struct CutOffTerms {
  WARPLENS_INLINE static double run(const float* a, const float* b, std::uint32_t count,
                                    double factor) {
    double kept[ScaledLine::kMost];
    for (std::uint32_t i = 0; i < count; ++i) {
      kept[i] = __builtin_trunc(static_cast<double>(a[i] * b[i]) * factor);
    }
    double total = 0;
    for (std::uint32_t i = 0; i < count; ++i) total += kept[i];
    return total;
  }
};
struct GroupSum {
  WARPLENS_INLINE static float run(const float* a, const float* b) {
    float products[kGroup], total = 0;
    for (std::uint32_t i = 0; i < kGroup; ++i) products[i] = a[i] * b[i];
    for (const float product : products) total += product;
    return total;
  }
};

struct Group {
  double value = 0;
  int exponent = 0;
};
Group group_at(const ScaledSum& how, const ScaledLine& a, const ScaledLine& b,
               std::uint32_t first) {
  const std::uint32_t block = first / how.block;
  const bool has_any =
      run_loop<LargestExponent>(a.exponents.data() + first, b.exponents.data() + first, kGroup) >
      kNoExponent / 2;
  const double scale = a.scales[block] * b.scales[block];
  if (!has_any || scale == 0) return {0, how.least_alignment};
  const float sum = run_loop<GroupSum>(a.values.data() + first, b.values.data() + first);
  return {sum * scale, a.scale_exponents[block] + b.scale_exponents[block]};
}

float cut_off_to_float(double total) {
  if (total == 0) return 0;
  const double unit = std::ldexp(1.0, exponent_of(total, kLeastSum) - kKeptBits);
  const double kept = std::trunc(total / unit) * unit;
  if (kept == 0) return 0;  // never -0
  if (std::abs(kept) < 0x1p128) return static_cast<float>(kept);
  return std::copysign(std::numeric_limits<float>::infinity(), static_cast<float>(total));
}

float open_sum(const ScaledSum& how, const ScaledLine& a, const ScaledLine& b, double sum) {
  for (std::uint32_t i = 0; i < how.depth; ++i) {
    const std::uint32_t block = i / how.block;
    sum += double{a.values[i]} * b.values[i] * (a.scales[block] * b.scales[block]);
  }
  return static_cast<float>(sum);
}

int exponent_of_sum(const ScaledSum& how, float sum) {
  return sum == 0 ? how.least_alignment : exponent_of(sum, kLeastSum);
}

float sum_groups(const ScaledSum& how, const ScaledLine& a, const ScaledLine& b, float sum) {
  Group groups[ScaledLine::kMost / kGroup];
  const std::uint32_t count = how.depth / kGroup;
  int largest = exponent_of_sum(how, sum);
  for (std::uint32_t i = 0; i < count; ++i) {
    groups[i] = group_at(how, a, b, i * kGroup);
    largest = std::max(largest, groups[i].exponent);
  }
  const double unit = std::ldexp(1.0, largest - how.fraction_bits);
  double total = std::trunc(sum / unit);
  for (std::uint32_t i = 0; i < count; ++i) total += std::trunc(groups[i].value / unit);
  return cut_off_to_float(total * unit);
}

float sum_products_scaled(const ScaledSum& how, const ScaledLine& a, const ScaledLine& b,
                          float sum) {
  const int largest =
      std::max(exponent_of_sum(how, sum),
               run_loop<LargestExponent>(a.exponents.data(), b.exponents.data(), how.depth) +
                   a.scale_exponents[0] + b.scale_exponents[0]);
  const double unit = std::ldexp(1.0, largest - how.fraction_bits);
  const double factor = a.scales[0] * b.scales[0] / unit;
  const double total = std::trunc(sum / unit) +
                       run_loop<CutOffTerms>(a.values.data(), b.values.data(), how.depth, factor);
  return cut_off_to_float(total * unit);
}

}  // namespace

double scale_value(ScaleFormat format, std::uint8_t bits) {
  if (format == ScaleFormat::ue8m0) return widen_exponent(bits);
  return widen(NarrowFloat::e4m3, bits & 0x7fu);  // has no sign
}

ScaledSum scaled_sum(MatrixElement a, MatrixElement b, ScaleFormat format, std::uint32_t depth,
                     std::uint32_t chunks) {
  ScaledSum how{a, b, format, depth, depth / chunks};
  if (bits_of(a) != 4) return how;
  how.is_grouped = true;
  how.fraction_bits = 35;
  how.least_alignment = -139;
  return how;
}

ScaledLine scaled_line(const ScaledSum& how, MatrixElement element, const float* values,
                       const ScaleBytes& scales) {
  ScaledLine line;
  const int least = least_factor_exponent(element);
  for (std::uint32_t i = 0; i < how.depth; ++i) {
    const float value = values[i];
    line.values[i] = value;
    line.is_finite = line.is_finite && std::isfinite(value);
    const bool has_none = value == 0 || !std::isfinite(value);
    line.exponents[i] =
        has_none ? kNoExponent : static_cast<std::int16_t>(exponent_of(value, least));
  }
  for (std::uint32_t i = 0; i < how.depth / how.block; ++i) {
    line.scales[i] = scale_value(how.format, scales[i]);
    line.is_finite = line.is_finite && !std::isnan(line.scales[i]);
    if (line.scales[i] == 0 || std::isnan(line.scales[i])) continue;
    line.scale_exponents[i] = exponent_of(line.scales[i], least_scale(how.format));
  }
  return line;
}

float sum_scaled(const ScaledSum& how, const ScaledLine& a, const ScaledLine& b, float sum) {
  if (!a.is_finite || !b.is_finite || !std::isfinite(sum)) return open_sum(how, a, b, sum);
  return how.is_grouped ? sum_groups(how, a, b, sum) : sum_products_scaled(how, a, b, sum);
}

}  // namespace warplens::machine
