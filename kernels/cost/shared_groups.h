// Shared memory's side of an access: the groups of lanes that are served together, and how deep
// each one goes into the banks (MODEL.md, "Shared memory" and "Other shared and global
// instructions").
#pragma once

#include <array>
#include <cstdint>

#include "kernels/cost/sectors.h"
#include "kernels/cost/shared_breakdown.h"

namespace warplens::analysis {

struct LaneGroups {
  // A wavefront each of copies past L1, then groups of 16 bytes a lane for their zeros.
  static constexpr std::uint32_t kMost = kWarpSize + 4;
  std::array<std::uint32_t, kMost> lanes{};  // active lanes of each group with any, in order
  std::uint32_t count = 0;
  bool merged = false;
  std::uint32_t by_columns = kMost;  // from this one on as copied_wavefronts() says
};

// One request to shared memory, as the hardware gets it.
struct SharedRequest {
  const LaneAddresses* offsets = nullptr;
  const LaneAddresses* sources = nullptr;  // of copies; else null
  std::uint32_t mask = 0;
  std::uint32_t reading = 0;      // lanes of a copy that read their sources
  std::uint32_t width = 0;        // bytes a lane
  std::uint32_t group_lanes = 0;  // lanes that are served together
  bool can_merge = false;         // loads of 8 and 16 bytes
  bool broadcasts = true;         // lanes that want the same word get it in one wavefront
  bool bypasses_l1 = false;       // copies (bypass_copies.h)
  bool zero_fills = false;        // copies
  bool modelled = true;
};

// mask 0 when the event does not touch shared memory, or in a way that is not modelled.
[[nodiscard]] SharedRequest shared_request(const trace::Site& site, const trace::EventView& event);

[[nodiscard]] LaneGroups lane_groups(const SharedRequest& request);

// Wavefronts of one of the request's groups, and the depth of each bank.
[[nodiscard]] SharedGroup serve(const SharedRequest& request, const LaneGroups& groups,
                                std::uint32_t index);

}  // namespace warplens::analysis
