// How each histogram is launched. All take `values`, n bytes of a chosen distribution, to `counts`,
// one u32 for each of the 256 values, which the host sets to 0 before.
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

inline constexpr std::int64_t kBins = 256;  // the values of a byte, as in histogram/*.cu

Result<Plan> plan_histogram(std::string_view kernel, const Parameters& p);
// The kernel adds `weight` in place of 1.
Result<Plan> plan_histogram_weighted(std::string_view kernel, const Parameters& p);
// A block has `copies` copies of its counters.
Result<Plan> plan_histogram_copies(std::string_view kernel, const Parameters& p);
Result<Plan> plan_histogram_weighted_copies(std::string_view kernel, const Parameters& p);
// Likewise, and a thread has `loads` loads under way.
Result<Plan> plan_histogram_in_flight(std::string_view kernel, const Parameters& p);

}  // namespace warplens::catalog
