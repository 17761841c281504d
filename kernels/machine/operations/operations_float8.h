// The 8-bit floating-point formats of PTX: e4m3 (no infinity, largest 448) and e5m2 (an f16 cut
// off).
#pragma once

#include <cstdint>

namespace warplens::machine {

enum class Float8Format : std::uint8_t { e4m3, e5m2 };

[[nodiscard]] float widen(Float8Format format, std::uint8_t bits);  // exact
// Rounds to nearest even; too large values become the largest finite value (.satfinite).
[[nodiscard]] std::uint8_t narrow_to_float8(Float8Format format, double x);

}  // namespace warplens::machine
