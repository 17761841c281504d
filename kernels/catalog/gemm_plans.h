// How each matrix product is launched. All take a (m × k) and b (k × n) to c (m × n), f32.
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

[[nodiscard]] Result<Plan> plan_gemm_register_tile(const Parameters& parameters);

}  // namespace warplens::catalog
