// IEEE binary16 and bfloat16, which C++20 has no types for. Rounding is to nearest even.
#pragma once

#include <cstdint>

namespace warplens {

inline constexpr int kHalfDigits = 11;  // significant bits, the hidden one included
inline constexpr int kBfloatDigits = 8;

[[nodiscard]] std::uint16_t to_half(double value);
[[nodiscard]] double from_half(std::uint16_t bits);
[[nodiscard]] std::uint16_t to_bfloat(double value);
[[nodiscard]] double from_bfloat(std::uint16_t bits);

}  // namespace warplens
