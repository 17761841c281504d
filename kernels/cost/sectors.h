// Global memory's side of an access: which 32-byte segments the active lanes' bytes touch.
//
// Lane order never matters (MODEL.md: random permutations give the same count). Loads, stores and
// atomics count alike.
#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "kernels/base/lane_addresses.h"

namespace warplens::analysis {

struct SectorCount {
  std::uint32_t sectors = 0;
  std::uint32_t bytes = 0;  // distinct bytes
};

template <class Visit>
void for_each_lane(std::uint32_t mask, const Visit& visit) {
  for (; mask != 0; mask &= mask - 1) visit(static_cast<std::uint32_t>(std::countr_zero(mask)));
}

// `width` bytes from each active lane's address; an access that would pass the end of the address
// space stops there.
[[nodiscard]] SectorCount count_sectors(std::uint32_t mask, const LaneAddresses& addresses,
                                        std::uint32_t width);

// The aligned segments of `segment_bytes` (address / segment_bytes), ascending.
[[nodiscard]] std::vector<std::uint64_t> distinct_segments(std::uint32_t mask,
                                                           const LaneAddresses& addresses,
                                                           std::uint32_t width,
                                                           std::uint32_t segment_bytes);
// The distinct 32-byte sectors.
[[nodiscard]] std::vector<std::uint64_t> distinct_sectors(std::uint32_t mask,
                                                          const LaneAddresses& addresses,
                                                          std::uint32_t width);

}  // namespace warplens::analysis
