// add, sub and mul without a rounding modifier round to nearest, but the assembler may fuse them
// into fma (PTX ISA, "add", "mul"); with `.rn` written out it may not.
#pragma once

#include "kernels/device/instrument/insertions.h"
#include "kernels/ptx/module.h"

namespace warplens::device {

void pin_rounding(const ptx::Module& module, const ptx::Function& function, Insertions& insertions);

}  // namespace warplens::device
