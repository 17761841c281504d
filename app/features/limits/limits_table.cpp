#include "app/features/limits/limits_table.h"

#include <fmt/format.h>

#include "viz/analysis/limits/limits_text.h"

namespace warplens::limits {

tables::Table limits_table(std::string_view kernel, const LimitsReport& report) {
  tables::Table table{
      {"kernel", "chip", "unit", "amount", "least_seconds", "limits_it", "measured_seconds"}};
  const std::string measured = report.measured ? fmt::format("{}", *report.measured) : "";
  for (const analysis::UnitLimit& limit : analysis::shown_units(report.limits)) {
    table.push_back({std::string(kernel), report.chip.id, std::string(analysis::id_of(limit.unit)),
                     fmt::format("{}", limit.amount),
                     limit.seconds ? fmt::format("{}", *limit.seconds) : "",
                     limit.unit == report.limits.limiting ? "yes" : "no", measured});
  }
  return table;
}

}  // namespace warplens::limits
