#include "app/cli/text/check_counters.h"

#include <algorithm>
#include <string_view>
#include <tuple>

namespace warplens::cli {

namespace {

using analysis::Agreement;
using analysis::ComparedCounter;

bool is_unpredicted(const ComparedCounter& row, const CountedLaunch& launch) {
  constexpr std::tuple<std::string_view, trace::Space, trace::EventKind> kCounters[] = {
      {"global load", trace::Space::global, trace::EventKind::load},
      {"global store", trace::Space::global, trace::EventKind::store},
      {"shared load", trace::Space::shared, trace::EventKind::load},
      {"shared store", trace::Space::shared, trace::EventKind::store},
      {"global atomic", trace::Space::global, trace::EventKind::atomic},
      {"shared atomic", trace::Space::shared, trace::EventKind::atomic}};
  return std::ranges::any_of(kCounters, [&](const auto& counter) {
    const auto& [name, space, kind] = counter;
    return launch.unpredicted.contains({space, kind}) && row.counter->name.starts_with(name);
  });
}

std::vector<ComparedCounter> compare(const trace::Trace& trace, const CountedLaunch& launch) {
  analysis::PredictedCosts costs{analysis::kernel_totals(trace), nullptr, trace.order_dependent};
  std::optional<analysis::SassCost> sass;
  if (launch.accesses != nullptr) {
    sass = analysis::sass_cost(trace, *launch.accesses);
    costs.sass = &*sass;
  }
  std::vector<ComparedCounter> rows = analysis::compare_counters(costs, *launch.values);
  std::erase_if(rows, [&](const ComparedCounter& row) { return is_unpredicted(row, launch); });
  return rows;
}

// Puts rows that `from` explains into the place of those that were not.
void take_explained(const std::vector<ComparedCounter>& from, std::vector<ComparedCounter>& into) {
  for (ComparedCounter& row : into) {
    if (!is_fault(row)) continue;
    const auto found = std::ranges::find(from, row.counter, &ComparedCounter::counter);
    if (found != from.end() && !is_fault(*found)) row = *found;
  }
}

}  // namespace

bool is_explained(const ComparedCounter& row) { return row.agreement == Agreement::equal; }

bool is_fault(const ComparedCounter& row) {
  if (row.agreement == Agreement::missed_copies || row.agreement == Agreement::without_rule) {
    return false;
  }
  const bool may_be_uncertain =
      row.counter->figure == analysis::HardwareCounter::Figure::requests && row.has_sass;
  return !is_explained(row) && !(may_be_uncertain && row.agreement == Agreement::uncertain);
}

bool has_fault(const CheckedCounters& counters) {
  return std::ranges::any_of(counters.rows,
                             [](const ComparedCounter& row) { return is_fault(row); });
}

Result<CheckedCounters> check_counters(const CountedLaunch& launch,
                                       const RunInOrder& run_in_order) {
  CheckedCounters checked{compare(*launch.trace, launch), std::nullopt};
  if (!has_fault(checked) || !launch.trace->order_dependent) return checked;
  CheckedCounters each_in_some{checked.rows, std::nullopt, true};
  for (std::uint64_t seed = 1; seed <= kOrders; ++seed) {
    TRY(const trace::Run other, run_in_order(seed));
    CheckedCounters in_order{compare(*other.traces.at(launch.launch), launch), seed};
    if (!has_fault(in_order)) return in_order;
    take_explained(in_order.rows, each_in_some.rows);
  }
  return has_fault(each_in_some) ? checked : each_in_some;
}

}  // namespace warplens::cli
