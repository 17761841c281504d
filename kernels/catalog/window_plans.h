// How each kernel that reads a window around or under its output is launched: in (rows × cols) to
// out, row-major f32.
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

[[nodiscard]] Result<Plan> plan_blur_direct(std::string_view kernel, const Parameters& p);
[[nodiscard]] Result<Plan> plan_blur_tile(std::string_view kernel, const Parameters& p);
[[nodiscard]] Result<Plan> plan_blur_separable(std::string_view kernel, const Parameters& p);
[[nodiscard]] Result<Plan> plan_maxpool(std::string_view kernel, const Parameters& p);

}  // namespace warplens::catalog
