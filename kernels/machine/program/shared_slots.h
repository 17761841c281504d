// Registers that can share a slot of their function's frame. PTX has a register for every value,
// and a frame with a slot for each is larger than the host's caches; most values are used up where
// they are made.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/ptx/control_flow.h"
#include "kernels/ptx/module.h"

namespace warplens::machine {

// Assigns each register the number of a slot. Registers share a slot if their values have the same
// size and one is used up before the next is made, in each lane. Only values that are made and used
// in one basic block share. Registers keep a slot of their own if their values may be looked at
// later (addresses of atomics and mbarriers), are not made as a whole (under a guard), or belong to
// a function that reads a clock.
[[nodiscard]] std::vector<std::uint32_t> share_slots(const ptx::Function& function,
                                                     const ptx::ControlFlow& flow);

}  // namespace warplens::machine
