// On which GPU, and with what in place of what a launch needs, the occupancy view looks: part of
// what undo brings back.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "viz/analysis/limits/occupancy_curve.h"
#include "viz/analysis/limits/occupancy_gpus.h"

namespace warplens::session {

inline constexpr std::size_t kUsualOccupancyGpu = *analysis::occupancy_gpu_named("h200");

struct OccupancyChoice {
  std::size_t gpu = kUsualOccupancyGpu;  // of analysis::kOccupancyGpus
  // By analysis::Need, "what if"; nothing: as it is launched and compiled.
  std::array<std::optional<std::uint32_t>, analysis::kAllNeeds.size()> what_if{};
  friend bool operator==(const OccupancyChoice&, const OccupancyChoice&) = default;

  [[nodiscard]] const analysis::OccupancyGpu& on() const { return analysis::kOccupancyGpus[gpu]; }
  [[nodiscard]] std::optional<std::uint32_t>& of(analysis::Need need) {
    return what_if[static_cast<std::size_t>(need)];
  }
  [[nodiscard]] const std::optional<std::uint32_t>& of(analysis::Need need) const {
    return what_if[static_cast<std::size_t>(need)];
  }
  [[nodiscard]] bool is_as_compiled() const {
    return *this == OccupancyChoice{.gpu = gpu, .what_if = {}};
  }
};

}  // namespace warplens::session
