// Prediction beside measurement, counter by counter, for one launch.
//
//   PTX totals, [SASS cost], metric values → a row a counter that is not all zero
#pragma once

#include <vector>

#include "viz/analysis/hardware_counters.h"
#include "viz/analysis/sass_cost.h"

namespace warplens::analysis {

enum class Agreement : std::uint8_t {
  equal,          // the counter is what the PTX's accesses cost
  equal_by_sass,  // it is what the accesses that the assembler made cost, which are others
  uncertain,      // it is not PTX's figure, and there is no SASS, or not all of it is understood
  different,
};
[[nodiscard]] std::string_view name_of(Agreement agreement);  // "equal by SASS"

struct ComparedCounter {
  const HardwareCounter* counter = nullptr;
  std::uint64_t predicted = 0;        // by PTX
  std::optional<std::uint64_t> sass;  // by SASS; nothing where no SASS was given
  std::uint64_t measured = 0;
  Agreement agreement = Agreement::different;
};

// `sass` may be null. Counters that were not counted are left out.
[[nodiscard]] std::vector<ComparedCounter> compare_counters(const KernelTotals& ptx,
                                                            const SassCost* sass,
                                                            const MetricValues& values);

}  // namespace warplens::analysis
