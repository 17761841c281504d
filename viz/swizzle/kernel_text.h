// The kernel that does what a specification says: PTX whose lanes compute their addresses by the
// same expressions.
//
//   in ──► each lane its elements ──► tile[map] ──barrier──► each lane its elements ──► out
//
// One block. Its warps take the writer's accesses one after the other (warp w: w, w + warps, …),
// then the reader's. `in` and `out` hold the tile without a map. Names: swizzle(in, out), array
// tile.
#pragma once

#include <cstdint>
#include <string>

#include "viz/swizzle/spec.h"

namespace warplens::swizzle {

struct KernelText {
  std::string ptx;          // its lines of source are those of `source`
  std::string source;       // the CUDA code that does the same (code.h), as file swizzle.cu
  std::uint32_t warps = 1;  // of its block
};

// The shared array is dynamic. Errors: those of the specification.
Result<KernelText> kernel_text(const SwizzleSpec& spec);

}  // namespace warplens::swizzle
