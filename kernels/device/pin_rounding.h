// add, sub and mul without a rounding modifier round to nearest, but the assembler may fuse them
// into fma (PTX ISA, "add", "mul"); with `.rn` written out it may not.
#pragma once

#include <string>

#include "kernels/device/insertions.h"
#include "kernels/ptx/module.h"

namespace warplens::device {

void pin_rounding(const ptx::Module& module, const ptx::Function& function, Insertions& insertions);

// The module's text with all of its functions' roundings pinned, and nothing else changed.
[[nodiscard]] std::string with_pinned_rounding(const ptx::Module& module);

}  // namespace warplens::device
