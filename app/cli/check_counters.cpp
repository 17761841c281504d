#include "app/cli/check_counters.h"

#include <algorithm>

namespace warplens::cli {

namespace {

using analysis::Agreement;
using analysis::ComparedCounter;

std::vector<ComparedCounter> compare(const trace::Trace& trace, const CountedLaunch& launch) {
  const analysis::KernelTotals totals = analysis::kernel_totals(trace);
  if (launch.accesses == nullptr) {
    return analysis::compare_counters(totals, nullptr, *launch.values);
  }
  const analysis::SassCost sass = analysis::sass_cost(trace, *launch.accesses);
  return analysis::compare_counters(totals, &sass, *launch.values);
}

}  // namespace

bool is_explained(const ComparedCounter& row) {
  return row.agreement == Agreement::equal || row.agreement == Agreement::equal_by_sass;
}

bool is_fault(const ComparedCounter& row) {
  const bool may_be_uncertain =
      row.counter->figure == analysis::HardwareCounter::Figure::requests && row.sass.has_value();
  return !is_explained(row) && !(may_be_uncertain && row.agreement == Agreement::uncertain);
}

bool has_fault(const CheckedCounters& counters) {
  return std::ranges::any_of(counters.rows,
                             [](const ComparedCounter& row) { return is_fault(row); });
}

Result<CheckedCounters> check_counters(const CountedLaunch& launch,
                                       const RunInOrder& run_in_order) {
  const CheckedCounters checked{compare(*launch.trace, launch), std::nullopt};
  if (!has_fault(checked) || !launch.trace->order_dependent) return checked;
  for (std::uint64_t seed = 1; seed <= kOrders; ++seed) {
    const Result<run::RunResult> other = run_in_order(seed);
    if (!other.has_value()) return fail(other.error());
    CheckedCounters in_order{compare(*other->traces.at(launch.launch), launch), seed};
    if (!has_fault(in_order)) return in_order;
  }
  return checked;
}

}  // namespace warplens::cli
