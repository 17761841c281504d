#include "kernels/machine/operations/tensor_sum.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <iterator>
#include <limits>

namespace warplens::machine {
namespace {

using enum TensorCores;
using enum MatrixElement;

constexpr int kNoLeast = -1000;

struct Row {
  TensorCores cores;
  std::uint32_t halves, tf32;  // products together; bf16 as f16
  int fraction_bits, least_alignment;
  // fp8 by instructions of its own
  std::uint32_t bytes = 0;
  int byte_fraction_bits = 0, byte_result_bits = 0;
};
// The least alignments of Turing and Ada are not known: A100's.
constexpr Row kRows[] = {
    {volta, 4, 4, 23, kNoLeast},
    {turing, 8, 4, 24, -132},
    {ampere, 8, 4, 24, -132},
    {ada, 8, 4, 24, -132, 16, 13, 13},
    {hopper, 16, 8, 25, -133},
    {blackwell, 16, 8, 25, -133},
    {blackwell_rtx, 16, 8, 25, -133, 32, 25, 23},
};
constexpr Row kWarpgroups{hopper, 16, 8, 25, -133, 32, 13, 13};
constexpr Row kTcgen05{blackwell, 16, 8, 25, -133, 32, 25, 23};

bool is_eight_bits(MatrixElement element) { return element == e4m3 || element == e5m2; }

const Row& row_of(TensorCores cores, TensorInstruction instruction, MatrixElement element,
                  MatrixElement other) {
  if (instruction == TensorInstruction::wgmma) return kWarpgroups;
  if (instruction == TensorInstruction::tcgen05) return kTcgen05;
  // Six and four bits are of sm_120 alone, whatever stands on the other side.
  if (is_padded(element) || is_padded(other)) cores = blackwell_rtx;
  const bool is_old = cores < ampere && element != f16;
  const bool is_older = cores < ada && is_eight_bits(element);
  const TensorCores known = is_old || is_older ? hopper : cores;
  return *std::ranges::find(kRows, known, &Row::cores);
}

int least_exponent(MatrixElement element, bool is_converted) {
  return is_converted ? -14 : least_factor_exponent(element);
}

double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
}

// 2 to the exponent of x, which no float is too small for.
double exponent_power(double x, int least) {
  constexpr std::uint64_t kExponent = 0x7ff0000000000000;
  if (x == 0) return 0;
  return std::max(std::bit_cast<double>(std::bit_cast<std::uint64_t>(x) & kExponent),
                  power_of_two(least));
}

double cut_off(double x, int bits) {
  const double unit = exponent_power(x, -126) * power_of_two(-bits);
  const double kept = std::trunc(x / unit) * unit;
  return std::abs(kept) >= 0x1p128 ? std::copysign(std::numeric_limits<double>::infinity(), x)
                                   : kept;
}

double kept_of(const TensorSum& how, double total) {
  if (total == 0) return 0;
  const double kept = how.is_half ? rounded_to_half(total) : cut_off(total, how.result_bits);
  return kept == 0 ? 0 : kept;  // never -0
}

// One group.
double sum_together(const TensorSum& how, const float* a, const float* b, std::uint32_t count,
                    double sum) {
  double open = sum;
  double largest =
      std::max(power_of_two(how.least_alignment), exponent_power(sum, how.is_half ? -14 : -126));
  for (std::uint32_t i = 0; i < count; ++i) {
    const double x = a[i], y = b[i];
    open += x * y;
    if (!std::isfinite(open)) continue;
    largest = std::max(largest, exponent_power(x, how.least_a) * exponent_power(y, how.least_b));
  }
  if (!std::isfinite(open)) return open;
  const double unit = largest * power_of_two(-how.fraction_bits);
  double total = std::trunc(sum / unit);
  for (std::uint32_t i = 0; i < count; ++i) total += std::trunc(double{a[i]} * b[i] / unit);
  return kept_of(how, total * unit);
}

}  // namespace

TensorCores tensor_cores_of(std::uint32_t capability) {
  if (capability < 75) return volta;
  if (capability < 80) return turing;
  if (capability < 89) return ampere;
  if (capability < 90) return ada;
  if (capability < 100) return hopper;
  return capability < 120 ? blackwell : blackwell_rtx;
}

TensorSum tensor_sum(TensorCores cores, TensorInstruction instruction, MatrixElement a,
                     MatrixElement b, bool is_half) {
  const Row& row = row_of(cores, instruction, a, b);
  TensorSum how;
  how.is_half = is_half;
  how.least_alignment = row.least_alignment;
  how.fraction_bits = row.fraction_bits;
  how.together = a == tf32 ? row.tf32 : row.halves;
  if (is_byte_float(a) && row.bytes != 0) {
    how.together = row.bytes;
    how.fraction_bits = row.byte_fraction_bits;
    how.result_bits = row.byte_result_bits;
  }
  how.is_converted = is_byte_float(a) && row.bytes == 0;
  how.least_a = least_exponent(a, how.is_converted);
  how.least_b = least_exponent(b, how.is_converted);
  // ptxas makes two of k = 4 of wmma's k = 8.
  if (instruction == TensorInstruction::wmma && a == tf32) how.together = 4;
  return how;
}

int least_factor_exponent(MatrixElement element) {
  switch (element) {
    case bf16:
    case tf32:
      return -126;
    case e4m3:
      return -6;
    case e3m2:
      return -2;
    case e2m3:
    case e2m1:
    case e2m1_packed:
      return 0;
    default:
      return -14;
  }
}

std::uint32_t group_size(const TensorSum& how, std::uint32_t depth) {
  return how.is_converted ? depth / 2 : std::min(how.together, depth);
}

std::uint32_t summed_place(const TensorSum& how, std::uint32_t depth, std::uint32_t k) {
  if (!how.is_converted) return k;
  return k % 4 / 2 * (depth / 2) + k / 4 * 2 + k % 2;
}

double sum_products(const TensorSum& how, const float* a, const float* b, std::uint32_t depth,
                    double sum) {
  const std::uint32_t each = group_size(how, depth);
  double total = how.is_converted ? 0 : sum;
  for (std::uint32_t i = 0; i < depth; i += each)
    total = sum_together(how, a + i, b + i, each, total);
  if (!how.is_converted) return total;
  return how.is_half ? rounded_to_half(sum + total)
                     : double{static_cast<float>(sum) + static_cast<float>(total)};
}

double sum_of_quad(const float* a, const float* b, float sum, bool is_half) {
  if (is_half) {
    const float low = std::fma(a[1], b[1], a[0] * b[0]);
    const float high = std::fma(a[3], b[3], a[2] * b[2]);
    return (sum + low) + high;
  }
  float products = 0;
  for (std::uint32_t i = 0; i < 4; ++i) products = std::fma(a[i], b[i], products);
  return sum + products;
}

double fused_multiply_add(double a, double b, double c) {
  for (const double x : {b, c, a}) {
    if (std::isnan(x)) return x + x;  // a quiet one
  }
  return std::fma(a, b, c);
}

double rounded_to_half(double x) {
  if (!std::isfinite(x)) return x;
  const double unit = std::max(exponent_power(x, -14), 0x1p-14) * 0x1p-10;
  const double rounded = std::nearbyint(x / unit) * unit;
  if (std::abs(rounded) <= 65504) return rounded;
  return std::copysign(std::numeric_limits<double>::infinity(), x);
}

}  // namespace warplens::machine
