// The metrics, a table of the profiler each.
#pragma once

#include <span>

#include "viz/explain/metrics.h"

namespace warplens::explain {

[[nodiscard]] std::span<const Metric> source_metrics();  // the source page
[[nodiscard]] std::span<const Metric> shared_metrics();  // shared memory
[[nodiscard]] std::span<const Metric> global_metrics();  // global and local memory
[[nodiscard]] std::span<const Metric> cache_metrics();   // L1, L2, DRAM

}  // namespace warplens::explain
