// How each transpose is launched. All take in (rows × cols) to out (cols × rows), row-major f32.
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

// Values of `block_shape`: 100 × blockDim.x + blockDim.y, so that 3208 reads as 32 × 8.
[[nodiscard]] constexpr std::int64_t block_shape(std::int64_t x, std::int64_t y) {
  return 100 * x + y;
}

[[nodiscard]] Result<Plan> plan_linear_read(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_linear_write(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_coalesced_read(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_coalesced_write(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_tile(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_tile_fastpath(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_tile_padded(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_tile_gridstride(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_packed_padded(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_packed_xor(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_packed_shift(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_packed_vector(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_tile_nobarrier(const Parameters& parameters);
[[nodiscard]] Result<Plan> plan_tile_gridstride_onebarrier(const Parameters& parameters);

}  // namespace warplens::catalog
