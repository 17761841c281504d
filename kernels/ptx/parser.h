// PTX text → Module.
#pragma once

#include <string_view>

#include "kernels/base/result.h"
#include "kernels/ptx/module.h"

namespace warplens::ptx {

// Reads PTX as nvcc 12/13, NVRTC, clang, Triton and Numba write it. `file_name` is only for
// messages. Any bytes are safe; malformed text is an error "FILE:LINE: what is wrong". Never
// guesses: an undeclared register, a missing label or an unknown symbol is an error.
Result<Module> parse(std::string_view text, std::string_view file_name);

}  // namespace warplens::ptx
