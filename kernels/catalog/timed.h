// How each family is timed: what its results take, what a size means, what single elements must be.
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

[[nodiscard]] Timed copy_timed();
[[nodiscard]] Timed transpose_timed();
[[nodiscard]] Timed gemm_timed();
[[nodiscard]] Timed tensor_gemm_timed();
[[nodiscard]] Timed reduce_timed();
[[nodiscard]] Timed add_timed();
[[nodiscard]] Timed invert_timed();
[[nodiscard]] Timed window_timed();
[[nodiscard]] Timed shared_timed();
[[nodiscard]] Timed histogram_timed();
[[nodiscard]] Timed scan_timed();
[[nodiscard]] Timed pipeline_timed();

}  // namespace warplens::catalog
