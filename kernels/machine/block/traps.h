// Instructions that end the launch: trap, and those that the machine does not know.
#pragma once

#include "kernels/machine/block/block_context.h"

namespace warplens::machine {

void end_at_trap(BlockContext& block, const Issue& issue);
void end_at_opaque(BlockContext& block, const Issue& issue);

}  // namespace warplens::machine
