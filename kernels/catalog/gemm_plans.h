// How each matrix product is launched. All take a (m × k) and b (k × n) to c (m × n), f32.
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

[[nodiscard]] Result<Plan> plan_gemm_row_loop(std::string_view kernel, const Parameters& p);
[[nodiscard]] Result<Plan> plan_gemm_row_shared(std::string_view kernel, const Parameters& p);
[[nodiscard]] Result<Plan> plan_gemm_pitched(std::string_view kernel, const Parameters& p);
[[nodiscard]] Result<Plan> plan_gemm_chessboard(std::string_view kernel, const Parameters& p);
[[nodiscard]] Result<Plan> plan_gemm_kahan(std::string_view kernel, const Parameters& p);
[[nodiscard]] Result<Plan> plan_gemm_double_sum(std::string_view kernel, const Parameters& p);
[[nodiscard]] Result<Plan> plan_gemm_outer_register(std::string_view kernel, const Parameters& p);
[[nodiscard]] Result<Plan> plan_gemm_outer_shared(std::string_view kernel, const Parameters& p);
[[nodiscard]] Result<Plan> plan_gemm_register_tile(std::string_view kernel, const Parameters& p);
[[nodiscard]] Result<Plan> plan_gemm_register_tile_padded(std::string_view kernel,
                                                          const Parameters& p);
[[nodiscard]] Result<Plan> plan_gemm_double_buffer(std::string_view kernel, const Parameters& p);
[[nodiscard]] Result<Plan> plan_gemm_async_copy(std::string_view kernel, const Parameters& p);

}  // namespace warplens::catalog
