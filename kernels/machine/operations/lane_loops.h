// Loops over all addresses of an access, compiled for AVX2 too (processor.h).
#pragma once

#include <array>
#include <cstdint>

#include "kernels/machine/operations/lane_moves.h"

namespace warplens::machine {

// Whether the lanes of `mask` access `width` bytes (a power of two), aligned, from `base` on up to
// `base + bytes`, where `bytes` is far less than 2^63.
[[nodiscard]] bool are_aligned_inside(const LaneAddresses& addresses, std::uint32_t mask,
                                      std::uint64_t base, std::uint64_t bytes, std::uint32_t width);
// The same, aligned or not.
[[nodiscard]] bool are_inside(const LaneAddresses& addresses, std::uint32_t mask,
                              std::uint64_t base, std::uint64_t bytes, std::uint32_t width);

// The registers' values, so many bytes further.
void add_offset(const std::uint64_t* registers, std::uint64_t offset, LaneAddresses& addresses);
void add_offset(const std::uint32_t* registers, std::uint32_t offset, LaneAddresses& addresses);

}  // namespace warplens::machine
