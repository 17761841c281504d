// The architectures whose code ships.
#pragma once

#include <array>
#include <cstdint>

namespace warplens::run {

// The compute capabilities in assets/sass: T4, A100, RTX 30, RTX 40, H100 and H200, B200, RTX 50.
inline constexpr std::array<std::uint32_t, 7> kShippedCapabilities{75, 80, 86, 89, 90, 100, 120};

// The compute capability whose figures are shown unless another is chosen.
inline constexpr std::uint32_t kDefaultCapability = 90;

}  // namespace warplens::run
