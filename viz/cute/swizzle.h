// CuTe's Swizzle<B,M,S> (cute/swizzle.hpp): of an offset's bits, the B from bit M + S on (from M on
// where S < 0) are combined by XOR into the B that lie |S| below (above). Needs |S| >= B. The unit
// is the layout's own. In elements of 2ⁿ bytes it is Swizzle<B, M - n, S> of what it is on bytes.
#pragma once

#include <cstdint>

namespace warplens::cute {

struct Swizzle {
  int bits = 0;   // B
  int base = 0;   // M
  int shift = 0;  // S
  friend bool operator==(const Swizzle&, const Swizzle&) = default;
  [[nodiscard]] std::uint32_t source_mask() const {
    return ((1u << bits) - 1) << (base + (shift > 0 ? shift : 0));
  }
  [[nodiscard]] std::uint32_t operator()(std::uint32_t offset) const {
    const std::uint32_t source = offset & source_mask();
    return offset ^ (shift >= 0 ? source >> shift : source << -shift);
  }
};

}  // namespace warplens::cute
