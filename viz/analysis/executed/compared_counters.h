// Prediction beside measurement, counter by counter, for one launch.
//
//   PTX totals, [SASS cost], metric values → a row a counter that is not all zero
//
// What is predicted is what the GPU executes: the SASS's figure where there is SASS.
#pragma once

#include <vector>

#include "viz/analysis/executed/sass_cost.h"
#include "viz/analysis/hardware_counters.h"

namespace warplens::analysis {

enum class Agreement : std::uint8_t {
  equal,          // the counter is what is predicted
  another_order,  // it is not, but blocks can tell in which order they run: another may cost so
  without_rule,   // it is not, and MODEL.md has no rule for some of the accesses
  missed_copies,  // it is not, and the counter misses cp.async.cg under a predicate, of which there
                  // is some
  uncertain,      // it is not, and there is no SASS, or not all of it is understood
  different,
};
[[nodiscard]] std::string_view name_of(Agreement agreement);

struct ComparedCounter {
  const HardwareCounter* counter = nullptr;
  std::uint64_t predicted = 0;  // of what is executed
  std::uint64_t as_ptx = 0;     // of the PTX's own accesses
  bool has_sass = false;        // false: `predicted` is the PTX's
  std::uint64_t measured = 0;
  Agreement agreement = Agreement::different;
  std::vector<Doubt> doubts;  // where it is uncertain: each once
};

struct PredictedCosts {
  KernelTotals ptx;
  const SassCost* sass = nullptr;  // may be null
  bool order_dependent = false;    // trace::Trace has it
};

// Counters that were not counted are left out.
[[nodiscard]] std::vector<ComparedCounter> compare_counters(const PredictedCosts& costs,
                                                            const MetricValues& values);

}  // namespace warplens::analysis
