// A three-dimensional extent or index, as gridDim, blockDim, blockIdx and threadIdx are.
#pragma once

#include <cstdint>

namespace warplens {

inline constexpr std::uint32_t kWarpSize = 32;

struct Dim3 {
  std::uint32_t x = 1;
  std::uint32_t y = 1;
  std::uint32_t z = 1;

  [[nodiscard]] constexpr std::uint64_t count() const { return std::uint64_t{x} * y * z; }

  // The position of linear index i when x runs fastest, as threads and blocks are numbered.
  [[nodiscard]] constexpr Dim3 at(std::uint64_t i) const {
    return {static_cast<std::uint32_t>(i % x), static_cast<std::uint32_t>(i / x % y),
            static_cast<std::uint32_t>(i / x / y)};
  }

  friend constexpr bool operator==(const Dim3&, const Dim3&) = default;
};

}  // namespace warplens
