// How each matrix product is launched. All take a (m × k) and b (k × n) to c (m × n), f32.
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

Result<Plan> plan_gemm_row_loop(std::string_view kernel, const Parameters& p);
Result<Plan> plan_gemm_row_shared(std::string_view kernel, const Parameters& p);
Result<Plan> plan_gemm_pitched(std::string_view kernel, const Parameters& p);
Result<Plan> plan_gemm_chessboard(std::string_view kernel, const Parameters& p);
Result<Plan> plan_gemm_kahan(std::string_view kernel, const Parameters& p);
Result<Plan> plan_gemm_double_sum(std::string_view kernel, const Parameters& p);
Result<Plan> plan_gemm_double_rounded(std::string_view kernel, const Parameters& p);
Result<Plan> plan_gemm_pairwise(std::string_view kernel, const Parameters& p);
Result<Plan> plan_gemm_outer_register(std::string_view kernel, const Parameters& p);
Result<Plan> plan_gemm_outer_shared(std::string_view kernel, const Parameters& p);
Result<Plan> plan_gemm_register_tile(std::string_view kernel, const Parameters& p);
Result<Plan> plan_gemm_register_tile_padded(std::string_view kernel, const Parameters& p);
Result<Plan> plan_gemm_double_buffer(std::string_view kernel, const Parameters& p);
Result<Plan> plan_gemm_async_copy(std::string_view kernel, const Parameters& p);

// The ladder's upper rungs (gemm_ladder_plans.cpp).
Result<Plan> plan_gemm_vector_reads(std::string_view kernel, const Parameters& p);
Result<Plan> plan_gemm_warp_tiles(std::string_view kernel, const Parameters& p);
Result<Plan> plan_gemm_placed(std::string_view kernel, const Parameters& p);
Result<Plan> plan_gemm_stages(std::string_view kernel, const Parameters& p);
Result<Plan> plan_gemm_grouped_blocks(std::string_view kernel, const Parameters& p);
// Fails where a tile is asked for that takes no edges and C has some.
Result<Plan> plan_gemm_fastest(std::string_view kernel, const Parameters& p);
// The expected value of an element of the buffer `pitched`: that of b, with zeros behind each row.
[[nodiscard]] double gemm_pitched_element(HostBuffers& initial, const Parameters& p,
                                          std::uint64_t element);

// Sums in `splits` parts, added by a second launch (gemm_split_plans.cpp).
Result<Plan> plan_gemm_split_k(std::string_view kernel, const Parameters& p);
// The expected value of an element of the buffer `partials`: the sum of one part's terms, in
// float64.
[[nodiscard]] double gemm_partial_element(HostBuffers& initial, const Parameters& p,
                                          std::uint64_t element);

// The tile of C that a block of gemm/fastest works on (block_tile).
enum GemmBlockTile : std::int64_t {
  gemm_tile_by_size,
  gemm_tile_64x128,
  gemm_tile_128x256,
};

// What all GEMM plans have in common: a, b and c, one launch, the reference and the tolerance.
[[nodiscard]] Plan gemm_plan(const Parameters& p, std::string entry, Dim3 grid, Dim3 block);

}  // namespace warplens::catalog
