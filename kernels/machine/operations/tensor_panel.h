// Many sums of tensor cores at once: rows of A with eight columns of B. Where all numbers are
// finite and near 1 they fit vectors of floats, in which scaling by a power of two is exact; any
// others are summed one by one (tensor_sum.h).
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "kernels/machine/operations/tensor_sum.h"

namespace warplens::machine {

inline constexpr std::uint32_t kPanelColumns = 8;

struct TensorFactor {
  float value, power;  // 2^exponent
};
struct alignas(32) TensorColumns {  // at one k
  float values[kPanelColumns], powers[kPanelColumns];
};

// 2^exponent of a factor, zero of zero.
[[nodiscard]] inline float factor_power(float value, int least_exponent) {
  const auto power = std::bit_cast<std::uint32_t>(value) & 0x7f800000u;
  const auto least = static_cast<std::uint32_t>(127 + least_exponent) << 23;
  return value == 0 ? 0.0f : std::bit_cast<float>(std::max(power, least));
}

struct TensorPanel {
  const TensorFactor* a = nullptr;       // row by row, `depth` of each
  const TensorColumns* b = nullptr;      // one k after the other
  const std::uint8_t* places = nullptr;  // of a sparse A, as `a` lies; otherwise none
  std::uint32_t rows = 16, depth = 16;
};

// Whether the vectors can hold factors and sums like these.
[[nodiscard]] bool are_near(const TensorFactor* factors, std::uint32_t count);
[[nodiscard]] bool are_near(const TensorColumns* columns, std::uint32_t count);

// Adds to sums[row][column]; products lie in the order in which they are summed (summed_place).
// `is_near`: all factors are.
void sum_panel(const TensorSum& how, const TensorPanel& panel, bool is_near,
               float (*sums)[kPanelColumns]);

}  // namespace warplens::machine
