// How each transpose is launched. All take in (rows × cols) to out (cols × rows), row-major f32.
#pragma once

#include "kernels/catalog/family.h"
#include "kernels/catalog/pitched_rows.h"

namespace warplens::catalog {

// Values of `block_shape`: 100 × blockDim.x + blockDim.y, so that 3208 reads as 32 × 8.
[[nodiscard]] constexpr std::int64_t block_shape(std::int64_t x, std::int64_t y) {
  return 100 * x + y;
}

Result<Plan> plan_linear(std::string_view kernel, const Parameters& p);
Result<Plan> plan_coalesced_read(std::string_view kernel, const Parameters& p);
Result<Plan> plan_coalesced_write(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tile(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tile_padded(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tile_xor(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tile_shift(std::string_view kernel, const Parameters& p);
// With room for as many floats in the tile as the parameter says.
Result<Plan> plan_transpose_placed(std::string_view kernel, const Parameters& p);
// Blocks that stay and walk over the tiles, whose rows are padded.
Result<Plan> plan_walked_tiles(std::string_view kernel, const Parameters& p);
Result<Plan> plan_packed_padded(std::string_view kernel, const Parameters& p);
Result<Plan> plan_packed_xor(std::string_view kernel, const Parameters& p);
Result<Plan> plan_packed_shift(std::string_view kernel, const Parameters& p);
Result<Plan> plan_packed_vector(std::string_view kernel, const Parameters& p);
Result<Plan> plan_wide_tile(std::string_view kernel, const Parameters& p);
Result<Plan> plan_wide_tile_down(std::string_view kernel, const Parameters& p);
// Any length, by blocks that store whole sectors alone.
Result<Plan> plan_whole_sectors(std::string_view kernel, const Parameters& p);
// Another kernel where rows start on 16 bytes, and another tile for large matrices than for small.
Result<Plan> plan_transpose_fastest(std::string_view kernel, const Parameters& p);

// The input as TMA takes it.
[[nodiscard]] PitchedRows rows_of_input(const Parameters& p);
// in comes by TMA in tiles of 32 × 32 whose swizzle is `swizzle` bytes wide.
Result<Plan> plan_transpose_tma(std::string_view kernel, const Parameters& p);

}  // namespace warplens::catalog
