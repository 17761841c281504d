// Local memory's side of an access. Hardware interleaves the threads of a warp by words of four
// bytes: word w of all 32 lanes is 128 bytes in a row, whatever the type of the variable.
//
// Held against counters of an NVIDIA H100 (docs/MODEL.md, "Local memory").
#pragma once

#include <cstdint>

#include "kernels/base/lane_addresses.h"

namespace warplens::analysis {

// Requests that one instruction of `width` bytes a lane becomes: one a word.
[[nodiscard]] std::uint32_t local_requests(std::uint32_t width);

// Distinct 32-byte sectors; `offsets` are places in each thread's own memory, in bytes.
[[nodiscard]] std::uint32_t local_sectors(std::uint32_t mask, const LaneAddresses& offsets,
                                          std::uint32_t width);

}  // namespace warplens::analysis
