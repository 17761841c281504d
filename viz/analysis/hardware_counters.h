// The GPU's counters that the memory rules predict, and some that no rule does, by the names of
// Nsight Compute and CUPTI (MODEL.md, "Counter names"; all are of compute capability 9.0).
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "viz/analysis/kernel_cost.h"

namespace warplens::analysis {

struct HardwareCounter {
  std::string_view name;                      // "global load sectors"
  std::span<const std::string_view> metrics;  // their sum is what is predicted
  std::uint64_t (*predicted)(const KernelTotals& totals);
};

[[nodiscard]] std::span<const HardwareCounter> hardware_counters();

// What was counted for one launch, by metric.
using MetricValues = std::map<std::string, double, std::less<>>;

// The sum of the counter's metrics; nothing when one of them was not counted.
[[nodiscard]] std::optional<std::uint64_t> measured(const HardwareCounter& counter,
                                                    const MetricValues& values);

// Depends on what the caches held before and on what else runs: shown, never compared.
struct ObservedCounter {
  enum class Unit : std::uint8_t { percent, bytes };
  std::string_view name;  // "L2 hit rate"
  std::string_view metric;
  std::string_view of;  // percent: of this metric
  Unit unit = Unit::percent;
};
[[nodiscard]] std::span<const ObservedCounter> observed_counters();

// In the counter's unit; nothing when it was not counted, or is a part of nothing.
[[nodiscard]] std::optional<double> observed(const ObservedCounter& counter,
                                             const MetricValues& values);

// Of hardware_counters() and observed_counters(), each once.
[[nodiscard]] std::vector<std::string> all_metrics();

}  // namespace warplens::analysis
