// How tensor cores sum products whose factors are scaled block by block (block_scale).
//
//   one by one     each product, scaled, has an exponent: that of a and b, and of both scales
//   in groups      the products of 16 factors of 4 bits are summed without loss, and scaled; their
//                  exponent is that of both scales alone
//
// All are brought to the largest exponent among them and the sum so far, cut off `fraction_bits`
// below it, added, and what f32 does not hold is cut off. From MMA-Sim (arXiv 2511.10909, ST-FDPA
// and GST-FDPA), for sm_100 and sm_120; compared with no hardware here.
#pragma once

#include <array>
#include <cstdint>

#include "kernels/machine/operations/matrix_fragment.h"

namespace warplens::machine {

enum class ScaleFormat : std::uint8_t { ue4m3, ue8m0 };
[[nodiscard]] double scale_value(ScaleFormat format, std::uint8_t bits);

struct ScaledSum {
  MatrixElement a = MatrixElement::e4m3, b = MatrixElement::e4m3;
  ScaleFormat format = ScaleFormat::ue8m0;
  std::uint32_t depth = 32;  // products
  std::uint32_t block = 32;  // factors that a scale is for
  bool is_grouped = false;   // 16 products are summed before they are scaled
  int fraction_bits = 25;
  int least_alignment = -133;
};
// `chunks`: blocks along k.
[[nodiscard]] ScaledSum scaled_sum(MatrixElement a, MatrixElement b, ScaleFormat format,
                                   std::uint32_t depth, std::uint32_t chunks);

// Factors of a row of A, or of a column of B, with the scales of their blocks.
struct ScaledLine {
  static constexpr std::uint32_t kMost = 64, kMostScales = 4;
  std::array<float, kMost> values{};
  std::array<std::int16_t, kMost> exponents{};  // of zero: none
  std::array<double, kMostScales> scales{};
  std::array<int, kMostScales> scale_exponents{};
  bool is_finite = true;
};
using ScaleBytes = std::array<std::uint8_t, ScaledLine::kMostScales>;
// `values`: that sum's depth of them.
[[nodiscard]] ScaledLine scaled_line(const ScaledSum& how, MatrixElement element,
                                     const float* values, const ScaleBytes& scales);

// NaN where the sum has no value.
[[nodiscard]] float sum_scaled(const ScaledSum& how, const ScaledLine& a, const ScaledLine& b,
                               float sum);

}  // namespace warplens::machine
