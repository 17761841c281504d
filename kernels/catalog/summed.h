// The terms that each result of a family sums up, so that its rounding error can be measured
// (kernels/run/sum_accuracy.h).
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

[[nodiscard]] Summed gemm_summed();
[[nodiscard]] Summed tensor_gemm_summed();
[[nodiscard]] Summed reduce_summed();

}  // namespace warplens::catalog
