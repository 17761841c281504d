#include "viz/analysis/compared_counters.h"

namespace warplens::analysis {

namespace {

Agreement agreement_of(const ComparedCounter& row, bool sass_is_certain) {
  if (row.sass.has_value() && sass_is_certain) {
    if (row.measured != *row.sass) return Agreement::different;
    return *row.sass == row.predicted ? Agreement::equal : Agreement::equal_by_sass;
  }
  return row.measured == row.predicted ? Agreement::equal : Agreement::uncertain;
}

}  // namespace

std::string_view name_of(Agreement agreement) {
  switch (agreement) {
    case Agreement::equal:
      return "equal";
    case Agreement::equal_by_sass:
      return "equal by SASS";
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
    ComparedCounter row{&counter, counter.predicted(ptx), std::nullopt, *counted,
                        Agreement::different};
    if (sass != nullptr) row.sass = counter.predicted(sass->totals);
    if (row.predicted + row.sass.value_or(0) + row.measured == 0) continue;
    row.agreement = agreement_of(row, sass != nullptr && sass->is_certain());
    rows.push_back(row);
  }
  return rows;
}

}  // namespace warplens::analysis
