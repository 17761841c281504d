// How blocks and warps take turns in a seeded order (RunOptions::order_seed). Where the code cannot
// tell in which order blocks run, they run until their warps have waited for each other so often,
// at random. Where it can, the seed also says:
//
//   4 n      the same
//   4 n + 1  and a warp may be overtaken between two accesses, by the others of its block and by
//            other blocks; seldom
//   4 n + 2  the same; often
//   4 n + 3  all go in step: each warp of each block makes one access, then each its next
//
// So blocks wait for each other early and late in their work, some run to their end at once, and
// some go together as those that a GPU starts at one time. Without a seed a block runs until it
// cannot go on.
#pragma once

#include <cstdint>

#include "kernels/machine/block/run_control.h"
#include "kernels/machine/launch/launch.h"

namespace warplens::machine {

enum class Turns : std::uint8_t {
  alone,  // no seed
  at_waits,
  seldom_overtaken,
  often_overtaken,
  in_step,
};
[[nodiscard]] Turns turns_of(const RunControl& control, const PreparedLaunch& launch);

// How often a block's warps run in one turn of it.
[[nodiscard]] std::uint64_t runs_in_turn(RunControl& control, Turns turns);
// Does a warp step back after an access?
[[nodiscard]] bool is_overtaken(RunControl& control, Turns turns);
// Does its block, too? It does anyway where all its warps have.
[[nodiscard]] bool is_turn_over(RunControl& control, Turns turns);

}  // namespace warplens::machine
