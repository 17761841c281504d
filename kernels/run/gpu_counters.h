// Counts metrics of a plan's untouched launches with the GPU's counters.
#pragma once

#include "kernels/run/run_plan.h"

namespace warplens::run {

// `options.metrics` of each launch, in order, on `options.gpu`, which is not null. `initial` stays
// as it is. Errors: no CUPTI, counters that this user may not read, metrics that the GPU does not
// have, what the launches say; "cancelled".
Result<std::vector<trace::CounterValues>> count_on_gpu(std::span<const catalog::Step> steps,
                                                       const PlanTarget& target,
                                                       DeviceBuffers& initial,
                                                       const Options& options);

}  // namespace warplens::run
