// The metrics, a table of the profiler each.
#pragma once

#include <span>

#include "viz/explain/metrics.h"

namespace warplens::explain {

[[nodiscard]] std::span<const Metric> source_metrics();  // the source page
[[nodiscard]] std::span<const Metric> shared_metrics();  // shared memory
[[nodiscard]] std::span<const Metric> global_metrics();  // global and local memory
[[nodiscard]] std::span<const Metric> cache_metrics();   // L1, L2, DRAM

// What rows of several tables say.
inline constexpr TextView kNotHere = tr("None: caches and DRAM hang on what else runs.");
inline constexpr TextView kReplayed =
    tr("The view Cache replays the loads with an L1; caches and DRAM hang on what else runs.");
inline constexpr TextView kCopiesMissed =
    tr("May miss cp.async under a predicate (@P0 LDGSTS.E.BYPASS.128): all of them on an H100 by "
       "CUPTI; on an H200 by ncu 2025.3 none in a row of six, and one in a hundred in a loop.");

}  // namespace warplens::explain
