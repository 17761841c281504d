// How an access's lanes lie to each other: by how much neighbours differ, and where they break off.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "kernels/cost/sectors.h"

namespace warplens::analysis {

// The difference that at least three quarters of neighbouring active lanes have, in bytes: a warp
// that spans a few rows of a small block still has one. Nothing with fewer than four active lanes.
[[nodiscard]] std::optional<std::int64_t> lane_stride(std::uint32_t mask,
                                                      const LaneAddresses& addresses);

struct Run {
  std::uint64_t first = 0;  // address
  std::uint64_t bytes = 0;
};
// Active lanes in their order, cut where the next does not begin where the one before ends.
[[nodiscard]] std::vector<Run> contiguous_runs(std::uint32_t mask, const LaneAddresses& addresses,
                                               std::uint32_t width);

// The bytes between the beginnings of neighbouring runs, where all are as far apart; at least two.
[[nodiscard]] std::optional<std::int64_t> run_stride(const std::vector<Run>& runs);

}  // namespace warplens::analysis
