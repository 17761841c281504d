// The GPU's counters that the memory rules predict, by the names of Nsight Compute and CUPTI
// (MODEL.md, "Counter names"; all are of compute capability 9.0).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "viz/analysis/kernel_cost.h"

namespace warplens::analysis {

struct HardwareCounter {
  std::string_view name;                      // "global load sectors"
  std::span<const std::string_view> metrics;  // their sum is what is predicted
  std::uint64_t (*predicted)(const KernelTotals& totals);
};

[[nodiscard]] std::span<const HardwareCounter> hardware_counters();

}  // namespace warplens::analysis
