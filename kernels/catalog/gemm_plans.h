// How each matrix product is launched. All take a (m × k) and b (k × n) to c (m × n), f32.
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

[[nodiscard]] Result<Plan> plan_gemm_row_loop(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_gemm_row_shared(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_gemm_pitched(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_gemm_chessboard(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_gemm_kahan(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_gemm_double_sum(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_gemm_outer_register(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_gemm_outer_shared(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_gemm_register_tile(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_gemm_register_tile_padded(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_gemm_double_buffer(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_gemm_async_copy(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_gemm_kahan_lost(const Parameters& parameters);

}  // namespace warplens::catalog
