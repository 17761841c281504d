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

// The pipe's own counters of shared memory also count passes lost to arbitration (MODEL.md,
// "Trap"): on an H200 183 wavefronts were counted as 183 to 185, each time with as many conflicts
// more. The instructions' counter (smsp__sass_…) does not, so the difference of the two is what was
// lost.
struct LostPasses {
  std::string_view pipe;
  std::span<const std::string_view> instructions;  // their sum
};

struct HardwareCounter {
  enum class Figure : std::uint8_t { requests, sectors, wavefronts, conflicts };
  std::string_view name;  // "global load sectors"
  Figure figure = Figure::requests;
  std::span<const std::string_view> metrics;  // their sum is what is predicted
  std::uint64_t (*predicted)(const KernelTotals& totals) = nullptr;
  LostPasses lost{};  // that the sum has too many; empty: none
  bool (*is_modelled)(const KernelTotals& totals) = nullptr;  // null: always
  std::span<const std::string_view> others{};  // counted among the metrics, of other figures
  bool misses_predicated = false;              // cp.async.cg under a predicate (MODEL.md, "Trap")
};

[[nodiscard]] std::span<const HardwareCounter> hardware_counters();

// The values counted for one launch, by metric.
using MetricValues = std::map<std::string, double, std::less<>>;

// The sum of the counter's metrics, less others' and what was lost; nothing when one of them was
// not counted.
[[nodiscard]] std::optional<std::uint64_t> measured(const HardwareCounter& counter,
                                                    const MetricValues& values);

// Depends on what the caches held before and on what else runs: shown, never compared.
struct ObservedCounter {
  enum class Unit : std::uint8_t { percent, bytes };
  std::string_view name;  // "L2 hit rate"
  std::string_view metric;
  std::string_view rest;  // percent: of the sum of the two
  Unit unit = Unit::percent;
};
[[nodiscard]] std::span<const ObservedCounter> observed_counters();

// The value in the counter's unit; nothing if it was not counted, or its denominator is 0.
[[nodiscard]] std::optional<double> observed(const ObservedCounter& counter,
                                             const MetricValues& values);

// The metrics of hardware_counters(), each once.
[[nodiscard]] std::vector<std::string> predicted_metrics();
// The metrics of hardware_counters() and observed_counters(), each once.
[[nodiscard]] std::vector<std::string> all_metrics();

}  // namespace warplens::analysis
