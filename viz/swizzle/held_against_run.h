// The model's answer and the machine's run of it, compared.
#pragma once

#include <vector>

#include "viz/swizzle/answer.h"

namespace warplens::swizzle {

// Fills each pattern's events. Errors: "internal error: …", the first difference: of an address, of
// an access's lanes or wavefronts, of the data; a misaligned access that the machine does not
// refuse, or one that it refuses and the model does not. `warps`: of the block.
Result<void> hold_against(const trace::Run& run, std::uint32_t warps, SwizzleAnswer& answer);

}  // namespace warplens::swizzle
