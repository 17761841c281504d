// The numbers in the registers of matrices.
#pragma once

#include <cstdint>

#include "kernels/machine/operations/matrix_fragment.h"

namespace warplens::machine {

// What element `index` of a register is; single bits come 32 at a time.
template <class T>
[[nodiscard]] T element_value(MatrixElement element, std::uint64_t word, std::uint32_t index);
extern template double element_value(MatrixElement, std::uint64_t, std::uint32_t);
extern template std::int64_t element_value(MatrixElement, std::uint64_t, std::uint32_t);
// The bits of a sum.
[[nodiscard]] std::uint64_t rounded_sum(MatrixElement element, double value);

}  // namespace warplens::machine
