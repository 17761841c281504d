// How each addition is launched. All take a + b to c, f32; `offset_a`, `offset_b` and `offset_c`
// are the elements by which each pointer stands behind the start of its buffer.
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

[[nodiscard]] Result<Plan> plan_add_block_stride(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_add_grid_stride(const Parameters& parameters);

}  // namespace warplens::catalog
