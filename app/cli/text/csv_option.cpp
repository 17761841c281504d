#include "app/cli/text/csv_option.h"

#include "app/cli/text/print_csv.h"
#include "app/cli/text/shown_traces.h"
#include "viz/analysis/trace_tables.h"

namespace warplens::cli {

void CsvOption::add_to(CLI::App& parser) {
  const std::vector<std::string> names(tables::kTraceTableNames.begin(),
                                       tables::kTraceTableNames.end());
  parser.add_option("--csv", table_, "Print one table alone, as CSV")
      ->check(CLI::IsMember(names))
      ->excludes("--json")
      ->excludes("--events")
      ->excludes("--worst")
      ->excludes("--full-names");
}

void CsvOption::print(const trace::Run& result, const std::optional<ExecutedReport>& report) const {
  const auto which = tables::trace_table_named(table_).value_or(tables::TraceTable::totals);
  print_csv(tables::table_of(which, shown_traces(result, report), *result.ptx));
}

}  // namespace warplens::cli
