// The order that an access or a fence makes (PTX ISA, "Memory Consistency Model"), as the decoder
// tells the machine by Decoded's option, and how it reaches the race detector. An access to global
// memory orders those to shared memory just as well.
#pragma once

#include <cstdint>

#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/program/block_races.h"

namespace warplens::machine {

enum Ordering : std::uint32_t {
  kOrdersNothing = 0,
  kAcquires = 1,
  kReleases = 2,
  // What a strong access does.
  kReadsStrongly = 4,
  kWritesStrongly = 8,
  kUpdates = 16,
  // The order holds for threads of the same block alone (.cta).
  kOfBlock = 32,
};

// Offsets in shared memory are places of their own beside the buffers' addresses.
inline constexpr std::uint64_t kSharedPlace = std::uint64_t{1} << 63;

// The lanes' accesses have been noted; `place` tells their addresses from those of other memory,
// `rank` the block whose shared memory it is.
inline void order_through(BlockRaces* races, std::uint32_t ordering, std::uint32_t warp,
                          std::uint32_t lanes, const LaneAddresses& addresses, std::uint32_t width,
                          std::uint64_t place, std::uint32_t rank) {
  if (ordering == kOrdersNothing || races == nullptr || lanes == 0) return;
  races->strong_access_at(rank, {.warp = warp,
                                 .lanes = lanes,
                                 .addresses = &addresses,
                                 .place = place,
                                 .width = width,
                                 .reads = (ordering & kReadsStrongly) != 0,
                                 .writes = (ordering & kWritesStrongly) != 0,
                                 .updates = (ordering & kUpdates) != 0,
                                 .acquires = (ordering & kAcquires) != 0,
                                 .releases = (ordering & kReleases) != 0});
}
inline void order_through(BlockRaces* races, std::uint32_t ordering, std::uint32_t warp,
                          std::uint32_t lanes, const LaneAddresses& addresses, std::uint32_t width,
                          std::uint64_t place) {
  if (races == nullptr) return;
  order_through(races, ordering, warp, lanes, addresses, width, place, races->rank());
}

}  // namespace warplens::machine
