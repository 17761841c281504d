// How to get what is missing of NVIDIA's tools.
#pragma once

#include "kernels/base/text.h"

namespace warplens::run {

[[nodiscard]] Text compiler_advice();
[[nodiscard]] Text disassembler_advice();

}  // namespace warplens::run
