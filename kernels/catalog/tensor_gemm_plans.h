// How each matrix product on tensor cores is launched. All take a (m × k) and b (k × n), f16 or
// bf16 by the setting `type`, to c (m × n), f32. Those without that setting take f16 and make e4m3
// of it.
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

// Values of the parameter `type`, as the kernels' kType.
enum TensorType : std::int64_t { tensor_f16, tensor_bf16 };

Result<Plan> plan_tensor_one_tile(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tensor_shared(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tensor_ldmatrix(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tensor_swizzled(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tensor_warp_tiles(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tensor_stages(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tensor_wide_tiles(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tensor_tall_tiles(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tensor_warpgroups(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tensor_producer(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tensor_tma(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tensor_tma_store(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tensor_clusters(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tensor_fp8(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tensor_fp8_wgmma(std::string_view kernel, const Parameters& p);
Result<Plan> plan_tensor_fp8_promoted(std::string_view kernel, const Parameters& p);

// A factor as it is multiplied, of its 16 bits in a or b.
[[nodiscard]] double tensor_factor(std::uint16_t bits, const Parameters& p);

// The expected value of an output element before it is rounded: for c its sum in float64; for
// pitched rows (tma and those after it) the element of a, b or c, and zeros behind each row.
[[nodiscard]] double tensor_gemm_element(HostBuffers& initial, const Parameters& p,
                                         std::string_view buffer, std::uint64_t element);
// The same for whole rows of c from `first` on; false of another buffer.
[[nodiscard]] bool tensor_gemm_rows(HostBuffers& initial, const Parameters& p,
                                    std::string_view buffer, std::uint64_t first,
                                    std::span<double> rows);

}  // namespace warplens::catalog
