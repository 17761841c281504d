// The generated kernel on the CPU.
#pragma once

#include <stop_token>

#include "viz/swizzle/answer.h"

namespace warplens::swizzle {

// Runs PTX with kernel_text()'s names and shape on the answer's tile. Errors: the machine's,
// "cancelled". Also for PTX that a compiler made of the CUDA code: its entry may have another name.
struct KernelShape {
  std::string ptx;
  std::string entry;        // empty: the only one
  std::uint32_t warps = 1;  // of its block
  std::uint32_t dynamic_shared_bytes = 0;
};
Result<trace::Run> run_kernel(const SwizzleAnswer& modelled, const KernelShape& kernel,
                              std::stop_token stop);

}  // namespace warplens::swizzle
