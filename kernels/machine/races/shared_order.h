// Acquire and release on shared memory: what stands before a release is ordered before what stands
// behind an acquire of the same address. The decoder tells them by Decoded's option.
#pragma once

#include <cstdint>

#include "kernels/machine/operations/lane_moves.h"
#include "kernels/machine/operations/lanes.h"
#include "kernels/machine/races/race_detector.h"

namespace warplens::machine {

enum Ordering : std::uint32_t { kOrdersNothing = 0, kAcquires = 1, kReleases = 2 };

// The lanes' accesses have been noted. An atomic does both, since it carries on what others have
// released to the address.
inline void order_through(RaceDetector* races, std::uint32_t ordering, std::uint32_t warp,
                          std::uint32_t lanes, const LaneAddresses& offsets) {
  if (ordering == kOrdersNothing || races == nullptr) return;
  constexpr std::uint64_t kNotABarrier = std::uint64_t{1} << 40;
  each_lane(lanes, [&](std::uint32_t lane) {
    const std::uint32_t thread = warp * kWarpSize + lane;
    const std::uint64_t name = kNotABarrier | offsets[lane];
    if ((ordering & kAcquires) != 0) races->wait(name, {&thread, 1});
    if ((ordering & kReleases) == 0) return;
    races->arrive(name, {&thread, 1});
    races->complete_phase(name);
  });
}

}  // namespace warplens::machine
