// Aⁿ, by multiplying and by eigenvectors: A = P D P⁻¹ makes it P Dⁿ P⁻¹.
#pragma once

#include <cstdint>
#include <string>

#include "viz/algebra/eigen.h"

namespace warplens::algebra {

inline constexpr std::uint32_t kLargestPower = 100;

// n times one after the other, in as many multiplications as n has binary digits, twice at most.
[[nodiscard]] RealMatrix power(const RealMatrix& matrix, std::uint32_t n);
// P Dⁿ P⁻¹.
[[nodiscard]] RealMatrix power(const Diagonal& diagonal, std::uint32_t n);

// "243", "−0.5", "5.154 × 10⁴⁷": four digits where there are more.
[[nodiscard]] std::string printed(double number);

}  // namespace warplens::algebra
