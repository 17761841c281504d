// How each kernel that reads a window around or under its output is launched: in (rows × cols) to
// out, row-major f32.
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

Result<Plan> plan_blur_direct(std::string_view kernel, const Parameters& p);
Result<Plan> plan_blur_tile(std::string_view kernel, const Parameters& p);
Result<Plan> plan_blur_wide_tile(std::string_view kernel, const Parameters& p);
// Along rows and along columns, in two launches and in one.
Result<Plan> plan_blur_separable(std::string_view kernel, const Parameters& p);
Result<Plan> plan_blur_separable_fused(std::string_view kernel, const Parameters& p);
// A column of pixels a thread; strips of four pixels a lane, neighbours where rows start on 16
// bytes and a warp's width apart elsewhere.
Result<Plan> plan_blur_rolling(std::string_view kernel, const Parameters& p);
Result<Plan> plan_blur_strip(std::string_view kernel, const Parameters& p);
// Two blurs, in two launches and in one.
Result<Plan> plan_blur_twice(std::string_view kernel, const Parameters& p);
Result<Plan> plan_blur_twice_fused(std::string_view kernel, const Parameters& p);
Result<Plan> plan_maxpool(std::string_view kernel, const Parameters& p);

}  // namespace warplens::catalog
