#include "viz/analysis/compared_counters.h"

namespace warplens::analysis {

namespace {

Agreement agreement_of(const ComparedCounter& row, bool is_certain) {
  if (row.measured == row.predicted) return Agreement::equal;
  return is_certain ? Agreement::different : Agreement::uncertain;
}

}  // namespace

std::string_view name_of(Agreement agreement) {
  switch (agreement) {
    case Agreement::equal:
      return "equal";
    case Agreement::uncertain:
      return "uncertain";
    case Agreement::different:
      break;
  }
  return "different";
}

std::vector<ComparedCounter> compare_counters(const KernelTotals& ptx, const SassCost* sass,
                                              const MetricValues& values) {
  std::vector<ComparedCounter> rows;
  for (const HardwareCounter& counter : hardware_counters()) {
    const auto counted = measured(counter, values);
    if (!counted.has_value()) continue;
    const std::uint64_t as_ptx = counter.predicted(ptx);
    ComparedCounter row{&counter, as_ptx, as_ptx, sass != nullptr, *counted, Agreement::different};
    if (sass != nullptr) row.predicted = counter.predicted(sass->totals);
    if (row.predicted + row.as_ptx + row.measured == 0) continue;
    row.agreement = agreement_of(row, sass != nullptr && sass->is_certain());
    rows.push_back(row);
  }
  return rows;
}

}  // namespace warplens::analysis
