// What a GPU counted for one launch of an untouched kernel, beside what its trace predicts.
//
// A launch whose code can tell in which order blocks run may cost something else in another order.
// Where its counters differ, the interpreter runs the kernel in orders of its own, and the counters
// are accepted when all of them are those of one order.
//
// CUPTI runs the kernel once for each pass of counters, and no two runs of a kernel that hangs on
// the order need be alike. So counters of several passes are accepted, too, when each of them is
// that of some order, and the report says so.
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <utility>
#include <vector>

#include "kernels/run/run.h"
#include "viz/analysis/executed/compared_counters.h"

namespace warplens::cli {

// The orders that are tried: RunOptions::order_seed from 1 to this.
inline constexpr std::uint64_t kOrders = 64;

struct CheckedCounters {
  std::vector<analysis::ComparedCounter> rows;
  std::optional<std::uint64_t> order;  // the rows are predicted by this seed's trace
  bool is_of_several_orders = false;   // each row by the trace of some seed
};

struct CountedLaunch {
  std::size_t launch = 0;  // of its plan
  const trace::Trace* trace = nullptr;
  const trace::CounterValues* values = nullptr;
  const std::vector<sass::Access>* accesses = nullptr;  // may be null: no SASS
  // Accesses whose counters nothing predicts: not compared.
  std::set<std::pair<trace::Space, trace::EventKind>> unpredicted{};
};

// The plan run on the CPU, its blocks in this seed's order, every event kept.
using RunInOrder = std::function<Result<trace::Run>(std::uint64_t seed)>;

[[nodiscard]] bool is_explained(const analysis::ComparedCounter& row);
// Sectors, wavefronts and conflicts must be explained. Requests may be uncertain: where lanes of a
// warp run different copies of an unrolled loop, the SASS does not tell how many there are. A
// counter that misses some of what has run (Agreement::missed_copies) says nothing, nor does one of
// accesses that no rule predicts (Agreement::without_rule).
[[nodiscard]] bool is_fault(const analysis::ComparedCounter& row);
[[nodiscard]] bool has_fault(const CheckedCounters& counters);

// Errors: those of `run_in_order`.
Result<CheckedCounters> check_counters(const CountedLaunch& launch, const RunInOrder& run_in_order);

}  // namespace warplens::cli
