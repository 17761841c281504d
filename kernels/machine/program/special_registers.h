// PTX special registers: %tid, %ctaid, %laneid… (PTX ISA 10).
//
// What hardware would make differ from run to run is fixed (%smid) or counts the block's warp
// instructions (%clock, %globaltimer), so that a trace is reproducible.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "kernels/base/dim3.h"
#include "kernels/machine/program/cluster_shape.h"

namespace warplens::machine {

// The place of a warp in its launch.
struct WarpPlace {
  ClusterShape shape;
  Dim3 block;
  Dim3 block_index{0, 0, 0};
  std::uint32_t warp = 0;
  std::uint32_t dynamic_shared_bytes = 0;
  std::uint32_t total_shared_bytes = 0;
  std::uint64_t grid_workspace = 0;  // what %envreg1 (high) and %envreg2 (low) point to
  std::uint64_t time = 0;            // what clocks show: cycles and nanoseconds alike
};

// No register of PTX: where the generic addresses of a thread's local memory begin.
inline constexpr std::string_view kLocalWindowOfThread = "local window";

// Index of a special register, by its name as written ("%tid.x"); nullopt when unknown.
[[nodiscard]] std::optional<std::uint32_t> find_special(std::string_view name);
// True when it differs from block to block of one launch.
[[nodiscard]] bool depends_on_block(std::uint32_t special);
// True when it differs from one moment to the next.
[[nodiscard]] bool is_clock(std::uint32_t special);
[[nodiscard]] std::uint64_t special_value(std::uint32_t special, const WarpPlace& place,
                                          std::uint32_t lane);

}  // namespace warplens::machine
