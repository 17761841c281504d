// The order that a block barrier makes for the race detector: all that the arriving threads did
// before they arrived comes before all that the waiting threads do next.
#pragma once

#include <cstdint>
#include <span>

#include "kernels/machine/block/open_barriers.h"
#include "kernels/machine/block/warp.h"
#include "kernels/machine/program/block_races.h"

namespace warplens::machine {

// `races` may be null: then nothing is ordered. `key` names the barrier (OpenBarriers::key).

// Lanes that arrive and go on.
void order_arrival(BlockRaces* races, std::uint32_t key, const Warp& warp, std::uint32_t lanes);
// Whether all of the block comes together at it: nothing before races with anything behind it.
[[nodiscard]] bool ends_epoch(const OpenBarrier& barrier);
// All have arrived, and those that wait are about to go on. `threads`: of the block.
void order_across(BlockRaces* races, std::uint32_t key, const OpenBarrier& barrier,
                  std::span<const Warp> warps, std::uint32_t threads);

}  // namespace warplens::machine
