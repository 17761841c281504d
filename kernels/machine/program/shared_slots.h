// Registers that can share a slot of their function's frame. PTX has a register for every value,
// and a frame with a slot for each is larger than the host's caches; most values are used up where
// they are made.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/ptx/control_flow.h"
#include "kernels/ptx/module.h"

namespace warplens::machine {

// For each register a number; those with the same number have values of the same size, of which one
// is used up before the next is made, in each lane. Only values that are made and used in one basic
// block share. Apart stay what may be looked at later (addresses of atomics and mbarriers), what is
// not made as a whole (under a guard), and everything in a function that reads a clock.
[[nodiscard]] std::vector<std::uint32_t> share_slots(const ptx::Function& function,
                                                     const ptx::ControlFlow& flow);

}  // namespace warplens::machine
