// Where all paths from a place meet again before the function returns.
#pragma once

#include <cstdint>
#include <vector>

#include "kernels/ptx/control_flow.h"

namespace warplens::ptx {

// Block → its immediate post-dominator; kNone where there is none but the return, or no way to it.
[[nodiscard]] std::vector<std::uint32_t> post_dominators(const ControlFlow& flow);

}  // namespace warplens::ptx
