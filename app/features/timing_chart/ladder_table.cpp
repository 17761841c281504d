#include "app/features/timing_chart/ladder_table.h"

#include <fmt/format.h>

namespace warplens::timing_chart {
namespace {

using tables::Row;

std::string cell(std::optional<double> value) { return value ? fmt::format("{}", *value) : ""; }

Row row_of(const timing::Entry* timed, std::string_view kind, const std::string& name) {
  if (timed == nullptr) return {std::string(kind), name, "", "", ""};
  return {std::string(kind), name, fmt::format("{}", timed->seconds.median),
          fmt::format("{}", timed->bytes_per_second()),
          timed->flops > 0 ? fmt::format("{}", timed->flops_per_second()) : ""};
}

}  // namespace

tables::Table ladder_table(const analysis::Ladder& ladder) {
  tables::Table table{{"kind", "name", "median_s", "bytes_per_s", "flops_per_s", "gained",
                       "least_s", "gained_by_least_times", "gained_in_all"}};
  for (std::size_t i = 0; i < ladder.rungs.size(); ++i) {
    const analysis::LadderRung& rung = ladder.rungs[i];
    Row row = row_of(rung.timed, "rung", rung.variant);
    for (const auto& more : {analysis::measured_gain(ladder, i), rung.least,
                             analysis::least_gain(ladder, i), analysis::gain_in_all(ladder, i)}) {
      row.push_back(cell(more));
    }
    table.push_back(std::move(row));
  }
  for (const timing::Entry* entry : ladder.yardsticks) {
    Row row = row_of(entry, timing::name_of(entry->kind), entry->name);
    row.resize(table.front().size());
    table.push_back(std::move(row));
  }
  return table;
}

}  // namespace warplens::timing_chart
