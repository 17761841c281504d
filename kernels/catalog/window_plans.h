// How each kernel that reads a window around or under its output is launched: in (rows × cols) to
// out, row-major f32.
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

[[nodiscard]] Result<Plan> plan_blur_direct(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_blur_tile(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_blur_separable(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_maxpool(const Parameters& parameters);

}  // namespace warplens::catalog
