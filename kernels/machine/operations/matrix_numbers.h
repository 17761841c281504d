// The numbers in the registers of matrices.
#pragma once

#include <bit>
#include <cmath>
#include <cstddef>
#include <cstdint>

#include "kernels/machine/operations/matrix_fragment.h"

namespace warplens::machine {

// What element `index` of a register is; single bits come 32 at a time.
template <class T>
[[nodiscard]] T element_value(MatrixElement element, std::uint64_t word, std::uint32_t index);
extern template double element_value(MatrixElement, std::uint64_t, std::uint32_t);
extern template std::int64_t element_value(MatrixElement, std::uint64_t, std::uint32_t);
// The values of elements of at most 32 bits that follow one another; single bits are zeros and
// ones.
void widen_elements(MatrixElement element, const std::byte* from, std::size_t bytes, float* to);
// The bits of an f16 that a float holds, NaN's canonical.
[[nodiscard]] inline std::uint32_t half_bits(float x) {
  const auto sign = std::bit_cast<std::uint32_t>(x) >> 16 & 0x8000u;
  if (x != x) return 0x7fff;
  const float size = std::abs(x);
  return sign | (size > 65504 ? 0x7c00u : std::bit_cast<std::uint32_t>(size * 0x1p-112f) >> 13);
}
// The bits of a sum.
[[nodiscard]] std::uint64_t rounded_sum(MatrixElement element, double value);

}  // namespace warplens::machine
