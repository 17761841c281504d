// Integer division and remainder, and what is said of a divisor that is zero.
#pragma once

#include "kernels/machine/block/block_context.h"

namespace warplens::machine {

void divide(BlockContext& block, const Issue& issue);

}  // namespace warplens::machine
