// The addresses of one warp access, and how they compare with those of another.
#pragma once

#include <array>
#include <bit>
#include <cstdint>
#include <optional>

#include "kernels/base/dim3.h"

namespace warplens {

using LaneAddresses = std::array<std::uint64_t, kWarpSize>;

inline constexpr std::uint32_t kAllLanesMask = 0xffffffffu;

// The distance in bytes, modulo 2^64, by which all lanes of `mask` (not 0) moved from one access to
// another; nothing if they did not move by the same distance.
[[nodiscard]] std::optional<std::uint64_t> common_move(const LaneAddresses& from,
                                                       const LaneAddresses& to, std::uint32_t mask);

// std::popcount() is a call where every x86-64 must do; most masks are whole warps.
[[nodiscard]] inline std::uint32_t count_lanes(std::uint32_t mask) {
  return mask == kAllLanesMask ? kWarpSize : static_cast<std::uint32_t>(std::popcount(mask));
}

}  // namespace warplens
