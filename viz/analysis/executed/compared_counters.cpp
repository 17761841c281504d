#include "viz/analysis/executed/compared_counters.h"

namespace warplens::analysis {

namespace {

Agreement agreement_of(const ComparedCounter& row, const PredictedCosts& costs) {
  if (row.measured == row.predicted) return Agreement::equal;
  if (costs.order_dependent) return Agreement::another_order;
  const auto is_modelled = row.counter->is_modelled;
  if (is_modelled != nullptr && !is_modelled(costs.ptx)) return Agreement::without_rule;
  const bool has_predicated = costs.sass != nullptr && costs.sass->has_predicated_copies;
  if (row.counter->misses_predicated && has_predicated) return Agreement::missed_copies;
  const bool is_certain = costs.sass != nullptr && costs.sass->is_certain();
  return is_certain ? Agreement::different : Agreement::uncertain;
}

}  // namespace

std::string_view name_of(Agreement agreement) {
  switch (agreement) {
    case Agreement::equal:
      return "equal";
    case Agreement::another_order:
      return "in another order";
    case Agreement::without_rule:
      return "without a rule";
    case Agreement::missed_copies:
      return "the counter misses copies past L1 under a predicate";
    case Agreement::uncertain:
      return "uncertain";
    case Agreement::different:
      break;
  }
  return "different";
}

std::vector<ComparedCounter> compare_counters(const PredictedCosts& costs,
                                              const MetricValues& values) {
  std::vector<ComparedCounter> rows;
  for (const HardwareCounter& counter : hardware_counters()) {
    const auto counted = measured(counter, values);
    if (!counted.has_value()) continue;
    ComparedCounter row;
    row.counter = &counter;
    row.as_ptx = counter.predicted(costs.ptx);
    row.has_sass = costs.sass != nullptr;
    row.predicted = row.has_sass ? counter.predicted(costs.sass->totals) : row.as_ptx;
    row.measured = *counted;
    if (row.predicted + row.as_ptx + row.measured == 0) continue;
    row.agreement = agreement_of(row, costs);
    if (row.agreement == Agreement::uncertain) {
      row.doubts = row.has_sass ? doubts_of(*costs.sass) : std::vector{Doubt::not_assembled};
    }
    rows.push_back(std::move(row));
  }
  return rows;
}

}  // namespace warplens::analysis
