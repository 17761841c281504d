// The GPUs whose multiprocessors are shown side by side. assets/chips.json has the same ones, by
// the same ids, with what else is known of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warplens::analysis {

struct OccupancyGpu {
  std::string_view id;    // "rtx4060ti"
  std::string_view name;  // short; those with the same multiprocessor and no chip of their own too
  std::uint32_t capability = 0;
};

inline constexpr std::array kOccupancyGpus{
    OccupancyGpu{"t4", "T4", 75},
    OccupancyGpu{"a100", "A100", 80},
    OccupancyGpu{"rtx4060ti", "RTX 4060 Ti", 89},
    OccupancyGpu{"rtx4090", "RTX 4090", 89},
    OccupancyGpu{"h200", "H100, H200", 90},
    OccupancyGpu{"b200", "B200", 100},
};

[[nodiscard]] constexpr std::optional<std::size_t> occupancy_gpu_named(std::string_view id) {
  const auto* const found = std::ranges::find(kOccupancyGpus, id, &OccupancyGpu::id);
  if (found == kOccupancyGpus.end()) return std::nullopt;
  return static_cast<std::size_t>(found - kOccupancyGpus.begin());
}

}  // namespace warplens::analysis
